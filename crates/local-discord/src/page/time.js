// Discord's timestamps, which count down.
import { h } from './dom.js';
import { now } from './state.js';

const format = (options) => new Intl.DateTimeFormat(undefined, options);
const STYLES = {
  t: format({ hour: 'numeric', minute: '2-digit' }),
  T: format({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  d: format({ dateStyle: 'short' }),
  D: format({ dateStyle: 'long' }),
  f: format({ dateStyle: 'long', timeStyle: 'short' }),
  F: format({ dateStyle: 'full', timeStyle: 'short' }),
  s: format({ dateStyle: 'short', timeStyle: 'short' }),
  S: format({ dateStyle: 'short', timeStyle: 'medium' }),
};
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
// The unit for times below the limit, in seconds.
const UNITS = [
  [60, 1, 'second'],
  [3570, 60, 'minute'],
  [84600, 3600, 'hour'],
  [2588400, 86400, 'day'],
  [31536000, 2592000, 'month'],
  [Infinity, 31536000, 'year'],
];

function words(unix, style) {
  if (style !== 'R') return (STYLES[style] ?? STYLES.f).format(unix * 1000);
  const seconds = Math.round(unix - now() / 1000);
  if (seconds === 0) return 'now';
  const [, size, unit] = UNITS.find(([limit]) => Math.abs(seconds) < limit);
  return relative.format(Math.round(seconds / size), unit);
}

/** `<t:UNIX:STYLE>` as an element. `tick` updates relative ones. */
export function timestamp(unix, style = 'f') {
  const valid = Math.abs(unix) <= 8.64e12;
  if (!valid) return `<t:${unix}:${style}>`;
  const title = `${STYLES.F.format(unix * 1000)} (${STYLES.T.format(unix * 1000)})`;
  // Screen readers don't announce each update.
  return h('time.stamp', { 'data-unix': unix, 'data-style': style, 'aria-live': style === 'R' ? 'off' : undefined, title }, words(unix, style));
}

export function tick() {
  for (const el of document.querySelectorAll('time.stamp[data-style="R"]')) {
    const text = words(Number(el.dataset.unix), 'R');
    if (el.textContent !== text) el.textContent = text;
  }
}

export const clockText = (ms) => STYLES.T.format(ms);
export const dayText = (ms) => STYLES.D.format(ms);

/** The time of a message: the hour if it is from today, else with the date. */
export function messageTime(iso) {
  const at = Date.parse(iso);
  const sameDay = dayText(at) === dayText(now());
  return h('time', { datetime: iso, title: STYLES.F.format(at) + ', ' + STYLES.T.format(at) }, sameDay ? STYLES.t.format(at) : STYLES.s.format(at));
}
