// What the page knows: the shared world, and the channels of the person in view.

export const state = {
  world: { guilds: [], people: [], bots: [], commands: [] },
  people: new Map(),
  roles: new Map(),
  /** The person in view, and the channels that they may view, by id. */
  me: null,
  /** When this page was loaded, by the server's clock. */
  since: null,
  channels: new Map(),
  channel: null,
};

export function setWorld(world) {
  state.world = world;
  state.people = new Map(world.people.map((p) => [p.id, p]));
  state.roles = new Map(world.guilds.flatMap((g) => g.roles.map((r) => [r.id, { ...r, guild_id: g.id }])));
  state.since ??= world.now_ms;
  setClock(world.now_ms);
}

/** The guild in view: that of the open channel, else the person's first, else the first of all. */
export function guild() {
  const wanted = state.channels.get(state.channel)?.guild_id ?? state.people.get(state.me)?.guild_ids?.[0];
  return state.world.guilds.find((g) => g.id === wanted) ?? state.world.guilds[0];
}

const byPosition = (a, b) => b.position - a.position || Number(BigInt(a.id) - BigInt(b.id));

/** A person's roles in a guild, highest first, without @everyone. */
export function rolesOf(person, guild) {
  const ids = (guild && person?.roles?.[guild.id]) ?? [];
  return ids.filter((id) => id !== guild.id).map((id) => state.roles.get(id)).filter(Boolean).sort(byPosition);
}

/** A guild's roles, highest first, without @everyone. */
export const rolesIn = (guild) => (guild?.roles ?? []).filter((r) => r.id !== guild.id).sort(byPosition);

export const colourNumber = (person, guild) => rolesOf(person, guild).find((r) => r.color)?.color ?? 0;

export const members = (guild) => state.world.people.filter((p) => !guild || p.guild_ids?.includes(guild.id));

const ADMINISTRATOR = 1n << 3n;

/** Whether a person's roles give all the permissions (a decimal string of bits) in a guild. */
export function mayDo(person, guild, permissions) {
  if (permissions === null || permissions === undefined || !guild || guild.owner_id === person?.id) return true;
  const everyone = guild.roles.find((r) => r.id === guild.id);
  const held = [everyone, ...rolesOf(person, guild)].reduce((bits, r) => bits | BigInt(r?.permissions ?? 0), 0n);
  const asked = BigInt(permissions);
  if (held & ADMINISTRATOR) return true;
  return asked !== 0n && (held & asked) === asked;
}

export const DM = 1, CATEGORY = 4, FORUM = 15;
export const isDirect = (channel) => channel?.type === DM;
export const isThread = (channel) => [10, 11, 12].includes(channel?.type);

export function channelName(channel) {
  if (!channel) return '';
  return isDirect(channel) ? (otherOf(channel)?.name ?? 'somebody') : channel.name;
}

/** The other side of a direct message. */
export const otherOf = (channel) => state.people.get(channel.recipients.find((r) => r.id !== state.me)?.id);

// The clock: the server's time, extrapolated with the browser's monotonic time.
const clock = { base: Date.now(), at: performance.now() };

export function setClock(now_ms) {
  Object.assign(clock, { base: now_ms, at: performance.now() });
}

export const now = () => clock.base + performance.now() - clock.at;

// A few events for the whole page, so that modules need not import one another.
const bus = new EventTarget();
export const on = (name, handler) => bus.addEventListener(name, (event) => handler(event.detail));
export const emit = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));
