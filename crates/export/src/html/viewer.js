"use strict";
(() => {
  const page = document.documentElement;
  const slides = [...document.querySelectorAll(".deck > .slide")];
  const find = (selector) => document.querySelector(selector);
  const status = find("[role=status]"), keys = find("body > .keys");
  if (!slides.length) return;
  let now = -1, step = 0, resting, moving = [];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const stepsOf = (slide) => Number(slide.dataset.steps || 0);
  const clamp = (number, most) => Math.max(0, Math.min(number, most));

  // The address of a frame or a film: on the web, or of a block of this file. Empty when there is none.
  const films = {};
  function sourceOf({ dataset }) {
    if (!dataset.media) return navigator.onLine ? dataset.src : "";
    const block = document.getElementById(dataset.media);
    if (block) {
      const text = atob(block.textContent), bytes = new Uint8Array(text.length);
      for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
      films[dataset.media] = URL.createObjectURL(new Blob([bytes], { type: block.dataset.type }));
      block.remove();
    }
    return films[dataset.media] || "";
  }

  // Frames and films load when their slide is shown, and stop when it is left.
  function awaken(slide, shown) {
    for (const part of slide.querySelectorAll("[data-src],[data-media]")) {
      if (!shown) { part.removeAttribute("src"); if (part.load) part.load(); }
      else if (!part.hasAttribute("src")) {
        const source = sourceOf(part);
        if (!source) continue;
        part.src = source;
        if ("autoplay" in part.dataset) part.play().catch(() => {});
      }
    }
  }

  function build(slide, count, rise) {
    for (const part of slide.querySelectorAll("[data-step]")) {
      const later = Number(part.dataset.step) > count;
      part.classList.toggle("rise", rise && !later && part.classList.contains("soon"));
      part.classList.toggle("soon", later);
    }
    for (const part of slide.querySelectorAll("[data-dim]")) {
      part.classList.toggle("dim", part.dataset.dim.split(" ").includes(String(count)));
    }
  }

  function show(index, count, forward) {
    index = clamp(index, slides.length - 1);
    const slide = slides[index];
    count = clamp(count, stepsOf(slide));
    if (index !== now) {
      const left = slides[now];
      // Back, the slide that is left leaves as it came.
      const kind = (index > now ? slide : left).dataset.transition || "fade";
      const moves = now >= 0 && kind !== "none" && kind !== "fade" && !inOverview() && !calm.matches;
      slides.forEach((other, number) => {
        other.classList.toggle("now", number === index);
        other.classList.toggle("fade", number === index && now >= 0 && !moves && kind !== "none");
        other.classList.toggle("left", other === left && moves);
        other.inert = number !== index && !page.classList.contains("overview");
      });
      if (slides[now]) awaken(slides[now], false);
      awaken(slide, true);
      build(slide, count, false);
      moving.forEach((animation) => animation.finish());
      moving = !moves ? [] : kind === "morph" ? morph(left, slide) : shift(kind, left, slide, index > now ? 1 : -1);
      if (moving.length) moving[0].onfinish = () => left.classList.remove("left");
      now = index;
      const hash = "#" + slide.id;
      if (location.hash !== hash) history.replaceState(null, "", hash);
      status.textContent = slide.getAttribute("aria-label");
    } else build(slide, count, forward);
    step = count;
    find("output").textContent = (index + 1) + " / " + slides.length;
    find("body > .progress").style.transform = "scaleX(" + (index + 1) / slides.length + ")";
  }

  const next = () => step < stepsOf(slides[now]) ? show(now, step + 1, true) : now + 1 < slides.length && show(now + 1, 0, true);
  const back = () => step > 0 ? show(now, step - 1) : now > 0 && show(now - 1, Infinity);

  function overview(on) {
    page.classList.toggle("overview", on);
    slides.forEach((slide, number) => {
      slide.inert = !on && number !== now;
      slide.toggleAttribute("tabindex", false);
      if (on) slide.tabIndex = number === now ? 0 : -1;
    });
    if (on) { slides[now].focus(); slides[now].scrollIntoView({ block: "center" }); }
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (page.requestFullscreen) page.requestFullscreen().catch(() => {});
  }

  const help = () => keys.open ? keys.close() : keys.showModal();
  const rtl = page.dir === "rtl";
  const inOverview = () => page.classList.contains("overview");

  // In the overview arrows choose among slides.
  function choose(index) {
    show(index, 0);
    slides.forEach((slide, number) => { slide.inert = false; slide.tabIndex = number === now ? 0 : -1; });
    slides[now].focus();
    slides[now].scrollIntoView({ block: "nearest" });
  }

  function columns() {
    const top = slides[0].offsetTop;
    const below = slides.findIndex((slide) => slide.offsetTop > top);
    return below < 1 ? slides.length : below;
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    const control = event.target.closest("button,a,input,textarea,select,video,audio,iframe");
    if (control && (event.key === " " || event.key === "Enter")) return;
    const left = rtl ? "ArrowRight" : "ArrowLeft", right = rtl ? "ArrowLeft" : "ArrowRight";
    const grid = inOverview();
    let known = true;
    switch (event.key) {
      case right: grid ? choose(now + 1) : event.shiftKey ? show(now + 1, 0) : next(); break;
      case left: grid ? choose(now - 1) : event.shiftKey ? show(now - 1, 0) : back(); break;
      case "ArrowDown": grid ? choose(now + columns()) : next(); break;
      case "ArrowUp": grid ? choose(now - columns()) : back(); break;
      case " ": case "Enter": grid ? overview(false) : event.shiftKey ? back() : next(); break;
      case "PageDown": case "n": case "N": grid ? choose(now + 1) : next(); break;
      case "PageUp": case "Backspace": case "p": case "P": grid ? choose(now - 1) : back(); break;
      case "Home": grid ? choose(0) : show(0, 0); break;
      case "End": grid ? choose(slides.length - 1) : show(slides.length - 1, Infinity); break;
      case "o": case "O": case "g": case "G": overview(!grid); break;
      case "f": case "F": full(); break;
      case "?": help(); break;
      case "Escape": if (grid) overview(false); else known = false; break;
      default: known = false;
    }
    if (known) event.preventDefault();
  });

  addEventListener("click", (event) => {
    const control = event.target.closest("[data-do]");
    if (control) {
      ({ next, back, full, help, overview: () => overview(!inOverview()) })[control.dataset.do]();
      return;
    }
    const slide = event.target.closest(".deck > .slide");
    if (inOverview()) {
      if (slide) { show(slides.indexOf(slide), 0); overview(false); }
      return;
    }
    if (event.target.closest("a,button,video,audio,iframe,dialog,body > .bar") || String(getSelection())) return;
    const share = event.clientX / innerWidth;
    (rtl ? share > 0.7 : share < 0.3) ? back() : next();
  });

  let touch;
  addEventListener("touchstart", (event) => {
    touch = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  addEventListener("touchend", (event) => {
    if (!touch || inOverview()) return;
    const end = event.changedTouches[0], across = end.clientX - touch.clientX, down = end.clientY - touch.clientY;
    if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down)) (across < 0) !== rtl ? next() : back();
  }, { passive: true });

  const wake = () => {
    page.classList.add("awake");
    clearTimeout(resting);
    resting = setTimeout(() => page.classList.remove("awake"), 2000);
  };
  addEventListener("pointermove", wake);
  addEventListener("pointerdown", wake);

  const fromHash = () => slides.findIndex((slide) => "#" + slide.id === location.hash);
  addEventListener("hashchange", () => {
    const index = fromHash();
    if (index >= 0 && index !== now) { show(index, 0); if (inOverview()) overview(false); }
  });
  page.classList.add("live");
  show(Math.max(0, fromHash()), 0);
})();
