"use strict";
// The forms work without this. With it a mistake leaves the page as it is, and a wait counts down.
const form = document.querySelector("form");
const fault = document.querySelector(".fault");
const password = document.querySelector("input[type=password]");
const show = document.querySelector(".show");
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

if (show) {
  show.hidden = false;
  show.addEventListener("click", () => {
    const hidden = password.type === "password";
    password.type = hidden ? "text" : "password";
    show.textContent = hidden ? words.hide : words.show;
    show.setAttribute("aria-label", hidden ? words.hideLabel : words.showLabel);
    password.focus();
  });
}

// The last letter of a code sends it; a wrong one is selected, to be typed over.
const code = document.querySelector("[data-letters]");
if (code) {
  if (code.value) code.select();
  code.addEventListener("input", () => {
    if (code.value.replace(/\s/g, "").length >= Number(code.dataset.letters)) form.requestSubmit();
  });
}

let counting;
function say(text, invalid) {
  clearInterval(counting);
  fault.textContent = text;
  if (password) password.setAttribute("aria-invalid", String(invalid));
}
function countDown(seconds) {
  const tell = () => {
    if (seconds <= 0) return say("", false);
    fault.textContent = seconds === 1 ? words.waitOne : words.wait.replace("{n}", seconds);
    seconds -= 1;
  };
  clearInterval(counting);
  tell();
  counting = setInterval(tell, 1000);
}
if (fault && fault.dataset.wait) countDown(Number(fault.dataset.wait));

if (form && form.dataset.call) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button[type=submit]");
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      const body = JSON.stringify(Object.fromEntries(new FormData(form)));
      const answer = await fetch(form.dataset.call, { method: "POST", body });
      if (answer.ok) return location.assign(form.dataset.then);
      if (answer.status === 429) countDown(Number(answer.headers.get("Retry-After")) || 60);
      else if (answer.status < 500) say(form.dataset.refused, true);
      else say(words.failed, false);
      if (password) password.focus();
    } catch {
      say(words.silent, false);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
}
