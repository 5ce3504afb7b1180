// An SVG drawn and encoded by resvg. resvg.cjs SVG: prints the processor's time for the first picture and the median of the next ones, in milliseconds, and the
// file's bytes.

const fs = require("fs");
const path = require("path");
const { Resvg } = require("@resvg/resvg-js");

const svg = fs.readFileSync(process.argv[2], "utf8");
const fonts = path.join(__dirname, "..", "..", "assets", "fonts");
const font = {
  fontFiles: [path.join(fonts, "Inter-Bold.otf")],
  loadSystemFonts: false,
  defaultFontFamily: "Inter",
};
const times = [];
let bytes = 0;
for (let round = 0; round < 4; round++) {
  const begun = process.cpuUsage();
  bytes = new Resvg(svg, { font }).render().asPng().length;
  const { user, system } = process.cpuUsage(begun);
  times.push((user + system) / 1000);
}
const next = times.slice(1).sort((a, b) => a - b);
console.log(JSON.stringify({ cold_ms: times[0], warm_ms: next[1], bytes }));
