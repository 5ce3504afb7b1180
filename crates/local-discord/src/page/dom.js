// Elements, made without ever parsing markup: texts of people and bots pass through text nodes alone.

/** `h('button.danger', {onclick, 'data-x': 1}, 'text', node, [more])`; for `key` see `refill`. */
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
 * Makes `nodes` the children of `el`, but keeps the elements that are there where they look the same or have the same
 * `key`: these are one thing in another state, and all that their handlers do is in it. So a press under way and the focus
 * outlast it when something is drawn again. What the handlers of those without a key do must show in their attributes.
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

/** What the page sets on an element while something is under way. */
const OWN = ['aria-busy', 'aria-expanded', 'tabindex'];

/** Makes `old` look as `node` does, and leaves it in its place. */
export function redraw(old, node) {
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    // The page's policy lets no style be set as an attribute.
    if (name === 'style') old.style.cssText = node.style.cssText;
    else if (!OWN.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  refill(old, [...node.childNodes]);
}

export const $ = (id) => document.getElementById(id);

/** A role's colour (0 is none) as a CSS colour. */
export const colour = (number) => (number ? '#' + number.toString(16).padStart(6, '0') : undefined);

/**
 * Files of the local Discord are asked for by path, so that the page works under any loopback name.
 * Answers nothing for addresses elsewhere: the page makes no outside requests.
 */
export function localUrl(url) {
  if (!url) return undefined;
  const parsed = new URL(url, location.href);
  // Libraries make the address of a person's picture themselves.
  if (parsed.hostname === 'cdn.discordapp.com' && parsed.pathname.startsWith('/avatars/')) return parsed.pathname;
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
  return loopback && parsed.port === location.port ? parsed.pathname + parsed.search : undefined;
}

/** The attributes of a link that leaves the page; none for an address that is not of the web. */
export const webLink = (url) => (/^https?:/.test(url ?? '') ? { href: url, target: '_blank', rel: 'noopener noreferrer', title: url } : {});

export function avatar(person) {
  const src = localUrl(person?.avatar_url);
  return src ? h('img.avatar', { src, alt: '', loading: 'lazy' }) : h('span.avatar', { 'aria-hidden': 'true' });
}

/** Words for those who do not see the page. */
export const unseen = (words) => h('span.unseen', {}, words);

export function badge(count) {
  return count ? h('span.badge', { title: `${count} waiting` }, count > 99 ? '99+' : String(count), unseen(' waiting')) : null;
}

/**
 * How well `text` fits what was typed: 0 not at all; higher is better. The start beats a word's start,
 * that beats the middle, and that beats letters in order with gaps.
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

/** The items that fit, best first; `textOf(item)` may answer several texts. */
export function fitting(typed, items, textOf) {
  const scored = items.map((item) => [Math.max(...[textOf(item)].flat().map((t) => fit(typed, t))), item]);
  return scored.filter(([score]) => score > 0).sort((a, b) => b[0] - a[0]).map(([, item]) => item);
}

/** Puts the focus on something that is no control, so that the keyboard goes on from there. */
export function focusOn(el) {
  el.tabIndex = -1;
  el.focus({ preventScroll: true });
}

/** Scrolls to a message of the open channel; says whether it is there. */
export function jumpTo(id) {
  const message = document.querySelector(`[data-message="${id}"]`);
  message?.scrollIntoView({ block: 'center' });
  if (message) focusOn(message);
  return Boolean(message);
}
