"use strict";
// The forms work without this script. With it, errors are shown without a reload, and a wait counts down.
const form = document.querySelector("form");
const fault = document.querySelector(".fault");
const password = document.querySelector("input[type=password]");
const showButton = document.querySelector(".show");
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

if (showButton) {
  showButton.hidden = false;
  showButton.addEventListener("click", () => {
    const isHidden = password.type === "password";
    password.type = isHidden ? "text" : "password";
    showButton.textContent = isHidden ? words.hide : words.show;
    showButton.setAttribute("aria-label", isHidden ? words.hideLabel : words.showLabel);
    password.focus();
  });
}

// The last letter of a code submits the form; a wrong code is selected, so that typing replaces it.
const code = document.querySelector("[data-letters]");
if (code) {
  if (code.value) code.select();
  code.addEventListener("input", () => {
    if (code.value.replace(/\s/g, "").length >= Number(code.dataset.letters)) form.requestSubmit();
  });
}

let timer;
function showError(text, invalid) {
  clearInterval(timer);
  fault.textContent = text;
  if (password) password.setAttribute("aria-invalid", String(invalid));
}
function countDown(seconds) {
  const update = () => {
    if (seconds <= 0) return showError("", false);
    fault.textContent = seconds === 1 ? words.waitOne : words.wait.replace("{n}", seconds);
    seconds -= 1;
  };
  clearInterval(timer);
  update();
  timer = setInterval(update, 1000);
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
      const response = await fetch(form.dataset.call, { method: "POST", body });
      if (response.ok) return location.assign(form.dataset.then);
      if (response.status === 429) countDown(Number(response.headers.get("Retry-After")) || 60);
      else if (response.status < 500) showError(form.dataset.refused, true);
      else showError(words.failed, false);
      if (password) password.focus();
    } catch {
      showError(words.silent, false);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
}

// Passkeys, if the browser supports them and the site has the right host. The e-mail field also offers them.
const passkey = document.querySelector(".passkey");
const toBase64Url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromBase64Url = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
// The pending request to the browser for a passkey, and when its challenge was requested.
let pending;
let requestedAt = 0;

async function signInByPasskey(mediation) {
  pending?.abort();
  const controller = (pending = new AbortController());
  requestedAt = Date.now();
  const post = (path, body) => fetch(`/api/auth/login/passkey${path}`, { method: "POST", body });
  let response = await post("/options");
  if (response.ok) {
    const options = await response.json();
    const publicKey = { ...options, challenge: fromBase64Url(options.challenge) };
    const request = { publicKey, mediation, signal: controller.signal };
    const { id, response: signed } = await navigator.credentials.get(request);
    const credential = {
      id,
      response: {
        clientDataJSON: toBase64Url(signed.clientDataJSON),
        authenticatorData: toBase64Url(signed.authenticatorData),
        signature: toBase64Url(signed.signature),
        userHandle: signed.userHandle ? toBase64Url(signed.userHandle) : undefined,
      },
    };
    response = await post("", JSON.stringify({ credential }));
    if (response.ok) return location.assign(form.dataset.then);
  } else if (mediation) return;
  if (response.status === 429) countDown(Number(response.headers.get("Retry-After")) || 60);
  else showError(response.status < 500 ? words.passkeyRefused : words.failed, false);
}

async function suggestPasskeys() {
  try {
    if (await PublicKeyCredential.isConditionalMediationAvailable?.()) await signInByPasskey("conditional");
  } catch {
    // The suggestion is optional: the form and the button still work.
  }
}

if (passkey && window.PublicKeyCredential && location.hostname === passkey.dataset.site) {
  passkey.hidden = false;
  const button = passkey.querySelector("button");
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    showError("", false);
    try {
      await signInByPasskey();
    } catch (error) {
      showError(error instanceof DOMException ? words.passkeyUnused : words.silent, false);
    } finally {
      button.removeAttribute("aria-disabled");
      suggestPasskeys();
    }
  });
  // A challenge is valid for 5 minutes, so a page that was left alone asks for another.
  document.addEventListener("visibilitychange", () => {
    const isExpiring = Date.now() - requestedAt > 240000;
    if (!document.hidden && !button.hasAttribute("aria-disabled") && isExpiring) suggestPasskeys();
  });
  suggestPasskeys();
}
