// Slash commands: who sees which ones where, and what an option's typed text means.
import { state, guild, isDirect, otherOf, mayDo, rolesOf } from './state.js';
import { entityItems, searchItems } from './list.js';

const STRING = 3, INTEGER = 4, BOOLEAN = 5, NUMBER = 10;
export const FILE = 11;
const ENTITY = { 6: 'user', 7: 'channel', 8: 'role', 9: 'mentionable' };
const IN_GUILD = 0, IN_BOT_DM = 1;

const nested = (o) => o.type === 1 || o.type === 2;

function flatten(node, path) {
  const name = [...path, node.name];
  const inner = (node.options ?? []).filter(nested);
  if (inner.length) return inner.flatMap((o) => flatten(o, name));
  const options = [...(node.options ?? [])].sort((a, b) => Boolean(b.required) - Boolean(a.required));
  return [{ name: name.join(' '), description: node.description, options }];
}

const CHAT = 1;
export const OF_USER = 2, OF_MESSAGE = 3;

/** The commands that a person sees in the open channel, with each subcommand by its full name. */
export function commandsHere(person = state.people.get(state.me)) {
  return offeredHere(CHAT, person)
    .flatMap((c) => flatten(c, []))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The commands that the person sees in this kind of context menu in the open channel. */
export const menuCommands = (kind) => offeredHere(kind).sort((a, b) => a.name.localeCompare(b.name));

/** How a command is written: those of context menus have no slash. */
export const commandName = (name) => (state.world.commands.some((c) => c.name === name && (c.type ?? CHAT) !== CHAT) ? name : `/${name}`);

function offeredHere(kind, me = state.people.get(state.me)) {
  const channel = state.channels.get(state.channel);
  const direct = isDirect(channel);
  const bot = direct && state.world.bots.find((b) => b.id === otherOf(channel)?.id);
  return state.world.commands
    .filter((c) => (c.type ?? CHAT) === kind)
    .filter((c) => !c.guild_id || c.guild_id === channel?.guild_id)
    .filter((c) => (c.contexts ? c.contexts.includes(direct ? IN_BOT_DM : IN_GUILD) : !direct || c.dm_permission !== false))
    .filter((c) => (direct ? bot?.application_id === c.application_id : mayDo(me, guild(), c.default_member_permissions) || rolesOf(me, guild()).some((r) => r.commands.includes(c.id))))
    // A server's own command hides a global one with its name.
    .filter((c, _, all) => c.guild_id || !all.some((o) => o.guild_id && o.name === c.name && o.application_id === c.application_id));
}

/** The choices of an option for the typed text, or null if it takes any text. */
export function offered(option, typed) {
  const known = choices(option);
  return known && searchItems(typed, known).slice(0, 25);
}

function choices(option) {
  if (ENTITY[option.type]) return entityItems(ENTITY[option.type], option.channel_types);
  if (option.type === BOOLEAN) return [{ label: 'True', value: true }, { label: 'False', value: false }];
  if (option.choices?.length) return option.choices.map((c) => ({ label: c.name, value: c.value }));
  return null;
}

/** Whether an option takes free text, in which people can be mentioned. */
export const isText = (option) => option.type === STRING && !option.choices?.length && !option.autocomplete;

/**
 * The value of an option from its text and the chosen item, if any.
 * Returns {value} (undefined if empty) or {error: sentence}.
 */
export function valueOf(option, text, picked) {
  if (option.type === FILE) return picked ? { value: picked } : option.required ? { error: `${option.name}: choose a file.` } : {};
  if (picked && picked.label === text) return { value: picked.value };
  const typed = text.trim();
  if (!typed) return option.required ? { error: `${option.name} is required.` } : {};
  const known = choices(option);
  if (known) {
    const plain = (s) => String(s).replace(/^[@#]/, '').toLowerCase();
    const hit = known.find((i) => plain(i.label) === plain(typed) || (typeof i.value === 'string' && plain(i.value) === plain(typed)));
    return hit ? { value: hit.value } : { error: `${option.name}: choose one from the list.` };
  }
  if (option.type === INTEGER || option.type === NUMBER) return numberOf(option, typed);
  if (text.length < (option.min_length ?? 0)) return { error: `${option.name}: at least ${option.min_length} characters.` };
  if (text.length > (option.max_length ?? 6000)) return { error: `${option.name}: at most ${option.max_length ?? 6000} characters.` };
  return { value: text };
}

function numberOf(option, typed) {
  const value = Number(typed);
  if (!Number.isFinite(value) || (option.type === INTEGER && !Number.isInteger(value))) {
    return { error: `${option.name}: type a ${option.type === INTEGER ? 'whole ' : ''}number.` };
  }
  if (option.min_value !== undefined && value < option.min_value) return { error: `${option.name}: at least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value) return { error: `${option.name}: at most ${option.max_value}.` };
  return { value };
}

/**
 * Reads "/match new game:gridlock dmo:Ann" or "/act up, left": the command and the texts of its options by name.
 * Text before the first `name:` goes to the first option. Null unless the line starts with a whole
 * command and a blank.
 */
export function readLine(line, commands) {
  const fits = commands.filter((c) => line.toLowerCase().startsWith(`/${c.name} `));
  const command = fits.sort((a, b) => b.name.length - a.name.length)[0];
  if (!command) return null;
  const rest = line.slice(command.name.length + 2);
  const names = command.options.map((o) => o.name);
  const texts = {};
  let at = names[0];
  for (const part of rest.split(/(?<=^|\s)(?=[^\s:]+:)/)) {
    const named = /^([^\s:]+):([\s\S]*)$/.exec(part);
    if (named && names.includes(named[1])) texts[(at = named[1])] = named[2].trim();
    else if (at && part.trim()) texts[at] = `${texts[at] ?? ''} ${part}`.trim();
  }
  return { command, texts };
}
