// Colours: as the system has them, light or dark; remembered. Not a module, so that it runs before
// anything is drawn.
(function () {
  "use strict";
  var order = ["auto", "light", "dark"];
  var words = { auto: "as the system has them", light: "light", dark: "dark" };
  function stored() {
    try {
      var theme = localStorage.getItem("theme");
      return order.indexOf(theme) < 0 ? "auto" : theme;
    } catch (refused) {
      return "auto";
    }
  }
  function set(theme) {
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    var button = document.getElementById("theme");
    if (button) {
      button.textContent = "Theme: " + theme;
      button.setAttribute("aria-label", "Colours: " + words[theme]);
    }
    document.querySelectorAll("img.sample").forEach(function (image) {
      image.src = image.src.split("?")[0] + (theme === "auto" ? "" : "?theme=" + theme);
    });
  }
  set(stored());
  document.addEventListener("DOMContentLoaded", function () {
    set(stored());
    document.getElementById("theme").addEventListener("click", function () {
      var theme = order[(order.indexOf(stored()) + 1) % order.length];
      try {
        localStorage.setItem("theme", theme);
      } catch (refused) {
        // Not remembered, then.
      }
      set(theme);
    });
  });
})();
