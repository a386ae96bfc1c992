// Drawings ask the page for its theme in the way JupyterLab tells it; so this page tells it in that way too.
(function () {
  const tell = () => { document.body.dataset.jpThemeLight = String(document.documentElement.dataset.theme !== "dark"); };
  new MutationObserver(tell).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  if (document.body) tell();
  else document.addEventListener("DOMContentLoaded", tell);
})();
