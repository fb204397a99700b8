// How each reader wants their pages: colours, size of text, motion, sounds. Remembered here, and said
// by attributes of <html> alone (data-theme, data-text, ...), which style sheets and scripts read.
// Not a module, so that it runs before anything is drawn.
(function () {
  "use strict";
  var KEY = "pivotry-settings";
  var COOKIE = "pivotry_language";
  var root = document.documentElement;
  // The first choice is the usual one.
  var choices = {
    theme: ["auto", "light", "dark"],
    text: ["usual", "small", "large", "larger"],
    pieces: ["usual", "contrast"],
    motion: ["system", "off"],
    sound: ["on", "off"],
    phrases: ["on", "off"],
    confirm: ["off", "on"],
  };
  // Who wants a quiet page has it quiet, unless they say otherwise.
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) choices.sound.reverse();

  function stored() {
    var found = {};
    try {
      found = JSON.parse(localStorage.getItem(KEY)) || {};
    } catch (refused) {
      // Nothing is remembered here, or nothing that can be read.
    }
    var settings = {};
    Object.keys(choices).forEach(function (name) {
      settings[name] = choices[name].indexOf(found[name]) < 0 ? choices[name][0] : found[name];
    });
    return settings;
  }

  function apply() {
    Object.keys(settings).forEach(function (name) {
      root.setAttribute("data-" + name, settings[name]);
    });
    document.querySelectorAll("img.sample").forEach(fit);
  }

  /** Pictures that are files cannot see the page they stand in. */
  function fit(image) {
    var wanted = new URLSearchParams();
    ["theme", "pieces"].forEach(function (name) {
      if (settings[name] !== choices[name][0]) wanted.set(name, settings[name]);
    });
    var source = image.src.split("?")[0] + (wanted.size ? "?" + wanted : "");
    if (image.src !== source) image.src = source;
  }

  function choose(name, value) {
    settings[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch (refused) {
      // Not remembered, then.
    }
    apply();
  }

  /** The dialog's fields as the settings are. */
  function fill(form) {
    form.querySelectorAll("input").forEach(function (input) {
      var on = settings[input.name];
      input.checked = input.type === "checkbox" ? on === "on" : on === input.value;
    });
    form.language.value = spoken();
    if (form.language.selectedIndex < 0) form.language.value = "";
  }

  /** The language that has been chosen; empty where the browser's is. */
  function spoken() {
    var found = document.cookie.match("(?:^|; )" + COOKIE + "=([^;]*)");
    return found ? found[1] : "";
  }

  function speak(code) {
    var secure = location.protocol === "https:" ? "; Secure" : "";
    var age = code ? "; Max-Age=31536000" : "; Max-Age=0";
    document.cookie = COOKIE + "=" + code + "; Path=/; SameSite=Lax" + age + secure;
    location.reload();
  }

  var settings = stored();
  apply();
  // (Those that are put into the page later are fitted when they arrive.)
  document.addEventListener(
    "load",
    function (event) {
      if (event.target.matches && event.target.matches("img.sample")) fit(event.target);
    },
    true,
  );
  addEventListener("storage", function (event) {
    if (event.key !== KEY) return;
    settings = stored();
    apply();
  });
  document.addEventListener("DOMContentLoaded", function () {
    var dialog = document.getElementById("settings");
    var form = dialog.querySelector("form");
    apply();
    document.getElementById("settings-open").addEventListener("click", function () {
      fill(form);
      dialog.showModal();
    });
    // A click beside the dialog closes it.
    dialog.addEventListener("click", function (event) {
      if (event.target === dialog) dialog.close();
    });
    // Arrow keys go through the languages one by one: what is chosen so counts when somebody goes on.
    var walking = false;
    form.language.addEventListener("keydown", function () {
      walking = true;
    });
    form.language.addEventListener("pointerdown", function () {
      walking = false;
    });
    function settle() {
      if (walking && form.language.value !== spoken()) speak(form.language.value);
      walking = false;
    }
    form.language.addEventListener("blur", settle);
    dialog.addEventListener("close", settle);
    form.addEventListener("change", function (event) {
      var field = event.target;
      if (field.name === "language") {
        if (!walking) speak(field.value);
      } else choose(field.name, field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value);
    });
  });
})();
