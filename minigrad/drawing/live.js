// Puts the live view in the place of the still picture. Called once for each display, with its id and data.
// Without this script (an untrusted notebook, a mail, a preview) the picture and its text stay.
(function (id, data) {
  for (const root of document.querySelectorAll('[id="' + id + '"]')) if (!root.dataset.live) start(root);

  function start(root) {
    const picture = root.querySelector("img");
    if (!picture) return;
    const bytes = Uint8Array.from(atob(picture.src.split(",")[1]), (c) => c.charCodeAt(0));
    const svg = document.importNode(
      new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml").documentElement, true);
    const scroll = make("div", { class: "scroll" }), info = make("div", { class: "info", "aria-live": "polite" });
    const style = make("style");
    style.textContent = data.css;
    scroll.append(svg);
    root.replaceChildren(style, scroll, info);
    root.dataset.live = "yes";
    keepKeys(root);
    followTheme(root, svg);
    const nodes = [...svg.querySelectorAll(".node")], edges = [...svg.querySelectorAll(".edge")];
    walkable(nodes, edges, info);
    if (data.steps.length) root.insertBefore(stepper(nodes, edges, info), scroll);
    else info.textContent = data.hint || "Click a node, or reach it with Tab and the arrow keys, and read about it here.";
  }

  function make(tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  }

  // Saving, running the cell and leaving are the page's own keys, also from within a drawing.
  function forThePage(e) {
    return e.ctrlKey || e.metaKey || e.key === "Escape" || (e.shiftKey && e.key === "Enter");
  }

  // All other keys are the drawing's. JupyterLab looks at the attribute before any listener of ours in the picture has
  // its turn, and would take letters and arrows for commands; so the attribute is set at the window, which comes first.
  function keepKeys(root) {
    const suppress = (e) => {
      if (!root.isConnected) window.removeEventListener("keydown", suppress, true);
      else root.toggleAttribute("data-lm-suppress-shortcuts", !forThePage(e));
    };
    window.addEventListener("keydown", suppress, true);
    root.toggleAttribute("data-lm-suppress-shortcuts", true);
    root.addEventListener("keydown", (e) => { if (!forThePage(e)) e.stopPropagation(); });
  }

  // The page's theme, where the page says what it is; else the stylesheet asks the browser.
  function followTheme(...elements) {
    const page = () => {
      const lab = document.querySelector("[data-jp-theme-light]"), kind = document.body.dataset.vscodeThemeKind;
      if (lab) return lab.dataset.jpThemeLight === "true" ? "light" : "dark";
      if (kind) return kind.includes("light") ? "light" : "dark";
      return document.documentElement.getAttribute("theme"); // Colab
    };
    const apply = () => elements.forEach((e) => { if (page()) e.dataset.theme = page(); });
    new MutationObserver(apply).observe(document.body, { attributes: true });
    apply();
  }

  // One tab stop for the whole graph; Left and Right walk along the edges, Up and Down from node to node.
  function walkable(nodes, edges, info) {
    const stop = (i) => nodes.forEach((n, k) => n.setAttribute("tabindex", k === i ? "0" : "-1"));
    const near = (i) => edges.forEach((e, k) => e.classList.toggle("near", data.edges[k].includes(i)));
    const choose = (i) => {
      nodes.forEach((n, k) => n.classList.toggle("chosen", k === i));
      info.textContent = data.nodes[i];
    };
    const walk = (i) => {
      if (!nodes[i]) return;
      nodes[i].focus();
      choose(i);
    };
    const next = {
      ArrowLeft: (i) => data.edges.find((e) => e[1] === i)?.[0],
      ArrowRight: (i) => data.edges.find((e) => e[0] === i)?.[1],
      ArrowUp: (i) => i - 1,
      ArrowDown: (i) => i + 1,
      Home: () => 0,
      End: () => nodes.length - 1,
    };
    nodes.forEach((node, i) => {
      node.addEventListener("click", () => { stop(i); choose(i); });
      node.addEventListener("focus", () => { stop(i); near(i); });
      node.addEventListener("blur", () => near(-1));
      node.addEventListener("mouseenter", () => near(i));
      node.addEventListener("mouseleave", () => near(-1));
      node.addEventListener("keydown", (e) => {
        if (forThePage(e)) return;
        if (e.key === "Enter" || e.key === " ") choose(i);
        else if (next[e.key]) walk(next[e.key](i));
        else return;
        e.preventDefault();
      });
    });
    stop(data.root);
  }

  // Sideways only: the page itself stays where the reader has put it.
  function bringIntoView(node) {
    const scroll = node.closest(".scroll"), seen = scroll.getBoundingClientRect(), box = node.getBoundingClientRect();
    if (box.left < seen.left) scroll.scrollLeft -= seen.left - box.left + 20;
    if (box.right > seen.right) scroll.scrollLeft += box.right - seen.right + 20;
  }

  // Step k shows the state after the k-th recorded moment. The whole pass in one picture is step 0; where the drawing
  // opens at a step (data.opens), step 0 is the time before the pass, and the whole comes behind the last step.
  function stepper(nodes, edges, info) {
    const opens = data.opens, moments = data.steps.length, last = opens === null ? moments : moments + 1;
    const whole = opens === null ? 0 : last, flows = nodes.map((n) => n.querySelector(".flow"));
    const bar = make("div", { class: "bar", role: "group", "aria-label": "The backward pass, step by step" });
    const first = make("button", { type: "button" }, opens === null ? "Whole" : "Start"), back = make("button", { type: "button" }, "Back");
    const on = make("button", { type: "button" }, "Next"), count = make("span", { class: "count" });
    const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step of the backward pass" });
    let now = 0;
    const go = (k) => {
      now = Math.max(0, Math.min(last, k));
      const gradients = {}, done = new Set(), step = now === whole ? undefined : data.steps[now - 1];
      for (const s of data.steps.slice(0, now)) {
        Object.assign(gradients, s.gradients);
        if (s.done !== null) done.add(s.done);
      }
      nodes.forEach((n, i) => {
        n.classList.toggle("active", !!step && step.node === i);
        n.classList.toggle("done", now !== whole && done.has(i));
        n.classList.toggle("waiting", !!step && step.queue.includes(i) && step.node !== i);
        if (flows[i]) flows[i].textContent = now === whole ? data.whole[i] : i in gradients ? "gradient " + gradients[i] : "";
      });
      edges.forEach((e, i) => e.classList.toggle("active", !!step && step.edge === i));
      if (step && step.node !== null) bringIntoView(nodes[step.node]);
      slider.value = now;
      count.textContent = now === whole ? "the whole pass" : now ? "step " + now + " of " + moments : "before the pass";
      slider.setAttribute("aria-valuetext", count.textContent);
      back.disabled = first.disabled = now === 0;
      on.disabled = now === last;
      const queue = step && step.queue.map((i) => data.names[i]).join(", ");
      info.textContent = step ? step.text + "\nWaiting for their turn: " + (queue || "nobody") + "." :
        now !== whole ? "Before the pass. Press Next, or move the slider, to walk through it as it ran." :
        "The whole pass in one picture. " + (whole ? "Press Start, or move the slider" : "Press Next, or move the slider") +
        ", to walk through it as it ran.";
    };
    on.addEventListener("click", () => go(now + 1));
    back.addEventListener("click", () => go(now - 1));
    first.addEventListener("click", () => go(0));
    slider.addEventListener("input", () => go(+slider.value));
    window.addEventListener("beforeprint", () => go(opens || 0));
    bar.append(first, back, on, slider, count);
    go(opens || 0);
    return bar;
  }
})
