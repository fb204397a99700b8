// Colours: as the system has them, light or dark; remembered. Not a module, so that it runs before
// anything is drawn.
(function () {
  "use strict";
  var order = ["auto", "light", "dark"];

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
      var words = button.getAttribute("data-" + theme).split("|");
      button.textContent = words[0];
      button.setAttribute("aria-label", words[1]);
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
