// Makes elements without parsing markup: texts of people and bots only become text nodes.

/** `h('button.danger', {onclick, 'data-x': 1}, 'text', node, [more])`. For `key` see `refill`. */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  const el = document.createElement(name);
  if (classes.length) el.className = classes.join(' ');
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key.startsWith('--')) el.style.setProperty(key, value);
    else if (key === 'value' || key === 'key') el[key] = value;
    else el.setAttribute(key, value === true ? '' : value);
  }
  el.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

/**
 * Makes `nodes` the children of `el`, but keeps old elements that look the same or share a `key`.
 * So the focus and a press survive a redraw. Elements with one key are one thing in different
 * states: their handlers must not depend on the state. Without a key, all that the handlers depend
 * on must show in the attributes.
 */
export function refill(el, nodes) {
  let at = el.firstChild;
  const drop = () => {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  };
  for (const node of nodes) {
    const same = (old) => old.key === node.key && (node.key ? old.tagName === node.tagName : old.isEqualNode(node));
    let old = at;
    while (old && !same(old)) old = old.nextSibling;
    if (!old) {
      el.insertBefore(node, at);
      continue;
    }
    while (at !== old) drop();
    at = old.nextSibling;
    if (node.key) redraw(old, node);
  }
  while (at) drop();
}

/** Attributes that the page itself sets while something is going on. */
const OWN = ['aria-busy', 'aria-expanded', 'tabindex'];

/** Makes `old` look like `node` and keeps it in its place. */
export function redraw(old, node) {
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    // The page's policy forbids style attributes.
    if (name === 'style') old.style.cssText = node.style.cssText;
    else if (!OWN.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  refill(old, [...node.childNodes]);
}

export const $ = (id) => document.getElementById(id);

/** A role's colour (0 is none) as a CSS colour. */
export const colour = (number) => (number ? '#' + number.toString(16).padStart(6, '0') : undefined);

/**
 * The path of a local file, so that the page works under any loopback name. Undefined for other
 * addresses: the page makes no outside requests.
 */
export function localUrl(url) {
  if (!url) return undefined;
  const parsed = new URL(url, location.href);
  // Libraries build the addresses of people's pictures themselves.
  if (parsed.hostname === 'cdn.discordapp.com' && parsed.pathname.startsWith('/avatars/')) return parsed.pathname;
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
  return loopback && parsed.port === location.port ? parsed.pathname + parsed.search : undefined;
}

/** The attributes of an outside link. None if the address is not on the web. */
export const webLink = (url) => (/^https?:/.test(url ?? '') ? { href: url, target: '_blank', rel: 'noopener noreferrer', title: url } : {});

export function avatar(person) {
  const src = localUrl(person?.avatar_url);
  return src ? h('img.avatar', { src, alt: '', loading: 'lazy' }) : h('span.avatar', { 'aria-hidden': 'true' });
}

/** Words for screen readers. */
export const unseen = (words) => h('span.unseen', {}, words);

export function badge(count) {
  return count ? h('span.badge', { title: `${count} waiting` }, count > 99 ? '99+' : String(count), unseen(' waiting')) : null;
}

/**
 * How well `text` matches the typed text; 0 is not at all. The start of the text beats the start of
 * a word, then comes the middle, then letters in order with gaps.
 */
export function fit(typed, text) {
  const query = typed.trim().toLowerCase();
  const target = text.toLowerCase();
  if (!query) return 1;
  const at = target.indexOf(query);
  if (at === 0) return 5 + query.length / target.length;
  if (at > 0) return /[\s_-]/.test(target[at - 1]) ? 4 : 3;
  let from = 0;
  for (const letter of query.replace(/\s+/g, '')) {
    from = target.indexOf(letter, from) + 1;
    if (!from) return 0;
  }
  return 2;
}

/** The matching items, best first. `textOf(item)` may return several texts. */
export function fitting(typed, items, textOf) {
  const scored = items.map((item) => [Math.max(...[textOf(item)].flat().map((t) => fit(typed, t))), item]);
  return scored.filter(([score]) => score > 0).sort((a, b) => b[0] - a[0]).map(([, item]) => item);
}

/** Focuses an element that isn't a control, so that the keyboard continues from there. */
export function focusOn(el) {
  el.tabIndex = -1;
  el.focus({ preventScroll: true });
}

/** Scrolls to a message of the open channel. Returns whether it is there. */
export function jumpTo(id) {
  const message = document.querySelector(`[data-message="${id}"]`);
  message?.scrollIntoView({ block: 'center' });
  if (message) focusOn(message);
  return Boolean(message);
}
