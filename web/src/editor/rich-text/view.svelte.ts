// Whether Markdown texts are shown as their source. Remembered on this device.

const STORAGE_KEY = "lectern.markdown";

let isSource = $state(typeof localStorage !== "undefined" && localStorage.getItem(STORAGE_KEY) === "source");

export const markdownView = {
  get isSource() {
    return isSource;
  },
  set isSource(on: boolean) {
    isSource = on;
    localStorage.setItem(STORAGE_KEY, on ? "source" : "text");
  },
};
