// What is below a message's text: rows of controls, and components V2.
import { h, colour } from './dom.js';
import { control, controlRow } from './components.js';
import { markdown } from './markdown.js';

const ROW = 1, SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13, SEPARATOR = 14, CONTAINER = 17;

/** The parts of a message. `fileOf(media, part)` returns the element of a picture or file. */
export function layout(message, fileOf) {
  const part = (c, key) => {
    switch (c.type) {
      case ROW: return controlRow(message, c, key);
      case TEXT: return markdown(c.content);
      case SECTION: return h('div.section', { key }, h('div', {}, parts(c.components, key)), c.accessory.type === THUMBNAIL ? h('div.thumbnail', {}, media(c.accessory)) : control(message, c.accessory));
      case THUMBNAIL: return media(c);
      case GALLERY: return h('div.pictures', {}, c.items.map(media));
      case FILE: return h('div.files', {}, fileOf(c.file, c));
      case SEPARATOR: return h('hr', { class: c.divider === false ? 'bare' : undefined });
      case CONTAINER: return h('section.embed.container', { key, '--edge': colour(c.accent_color), class: c.spoiler ? 'embed container spoiler-box' : undefined }, parts(c.components, key));
      default: return h('p.failure', {}, `This page can’t show components of type ${c.type}.`);
    }
  };
  const media = (c) => fileOf(c.media, c);
  const parts = (all, key) => all.map((c, at) => part(c, `${key} ${at}`));
  return parts(message.components ?? [], 'row');
}
