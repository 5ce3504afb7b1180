// Settings for authors of bots: the clock, and a bot's intents.
import { h } from './dom.js';
import { api } from './api.js';
import { commandName } from './commands.js';
import { state, guild, rolesIn, emit } from './state.js';
import { menuRows, popover } from './list.js';

const SPEEDS = [1, 10, 60];
const MINUTE = 60_000;

const set = (wanted) => api.setClock(wanted).catch((error) => emit('notice', error.message));

function inWords(ms) {
  const minutes = ms / MINUTE;
  if (minutes < 2) return `${Math.max(1, Math.round(ms / 1000))} s`;
  return minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

/** The clock's menu. */
export async function clockMenu(anchor) {
  const clock = await api.clock().catch((error) => (emit('notice', error.message), null));
  if (!clock) return;
  const next = clock.next_ms && `To the next time in a message (${inWords(clock.next_ms - clock.now_ms)})`;
  const rows = clock.can_be_set
    ? menuRows([
        next && [next, () => set({ next: true })],
        ['1 minute forward', () => set({ forward_ms: MINUTE })],
        ['1 hour forward', () => set({ forward_ms: 60 * MINUTE })],
        ['1 day forward', () => set({ forward_ms: 24 * 60 * MINUTE })],
        ...SPEEDS.map((speed) => [`${speed === 1 ? 'Normal speed' : `${speed} times as fast`}${speed === clock.speed ? ' ✓' : ''}`, () => set({ speed })]),
      ])
    : h('p.none', {}, 'You can’t set this clock.');
  popover(anchor, h('div.actions', { role: 'group', 'aria-label': 'Clock' }, rows));
}

const INTENTS = { members: 'Server Members', presences: 'Presence', message_content: 'Message Content' };

/** A bot's intents. A change applies when it connects again. */
export function botMenu(anchor, id) {
  const bot = state.world.bots.find((b) => b.id === id);
  const row = ([name, words]) => {
    const box = h('input', {
      type: 'checkbox', role: 'switch', 'data-intent': name, checked: bot.intents[name],
      onchange: () => api.setIntents(id, { [name]: box.checked }).catch((error) => ((box.checked = !box.checked), emit('notice', error.message))),
    });
    return h('label.switch', {}, words, box);
  };
  const title = h('p.none', {}, `${bot.name}: privileged intents`);
  const note = h('p.none', {}, 'A bot asks for them when it connects.');
  const restricted = state.world.commands.filter((c) => c.application_id === bot.application_id && c.default_member_permissions);
  const commands = restricted.map((c) => [h('span', {}, commandName(c.name), h('small', {}, given(c) || 'by permission')), () => rolesMenu(anchor, c)]);
  const below = commands.length ? h('p.none', {}, 'Restricted commands: press one to give it to a role. In Discord that’s under Server Settings → Integrations.') : null;
  popover(anchor, h('div.actions.grants', { role: 'group', 'aria-label': bot.name }, title, Object.entries(INTENTS).map(row), note, below, menuRows(commands)));
}

const given = (command) => rolesIn(guild()).filter((r) => r.commands.includes(command.id)).map((r) => r.name).join(', ');

/** Which roles may use a command whatever permissions it asks for. */
function rolesMenu(anchor, command) {
  const row = (role) => {
    const box = h('input', {
      type: 'checkbox', role: 'switch', 'data-role': role.id, checked: role.commands.includes(command.id),
      onchange: () => {
        const others = role.commands.filter((id) => id !== command.id);
        api.giveCommands(guild().id, role.id, box.checked ? [...others, command.id] : others).catch((error) => ((box.checked = !box.checked), emit('notice', error.message)));
      },
    });
    return h('label.switch', {}, role.name, box);
  };
  const title = h('p.none', {}, `Who else may use ${commandName(command.name)}?`);
  popover(anchor, h('div.actions.grants', { role: 'group', 'aria-label': commandName(command.name) }, title, rolesIn(guild()).map(row)));
}
