// The top line: the place, whether the bot is online, the clock, and the person in view.
import { h, $, refill, avatar, colour, unseen } from './dom.js';
import { state, guild, colourNumber, channelName, isDirect, now } from './state.js';
import { threadsButton } from './actions.js';
import { botMenu } from './set.js';
import { mark } from './channels.js';
import { clockText } from './time.js';

export function drawWhere() {
  const channel = state.channels.get(state.channel);
  const title = channel ? `${mark(channel)}${channelName(channel)}` : '';
  document.title = channel ? `${title} · Local Discord` : 'Local Discord';
  const topic = channel?.topic ?? '';
  refill($('where'), channel ? [h('span.mark', {}, mark(channel)), h('b', {}, channelName(channel)), h('span.topic', { title: topic }, topic), isDirect(channel) ? null : threadsButton()].filter(Boolean) : []);
}

export function drawWho() {
  const me = state.people.get(state.me);
  $('me').dataset.person = state.me ?? '';
  if (!me) return;
  const name = h('span.author', { '--role': colour(colourNumber(me, guild())) }, me.name);
  refill($('me'), [avatar(me), unseen('You are '), name]);
}

export function drawBots() {
  refill($('bots'), state.world.bots.map((bot) => {
    const words = bot.online ? 'online' : 'offline';
    const props = { key: bot.id, type: 'button', class: `bot ${words}`, 'data-bot': bot.id, title: `${bot.name}’s privileged intents`, onclick: (e) => botMenu(e.currentTarget, bot.id) };
    return h('button', props, h('i.dot'), h('span.name', {}, bot.name), h('span', {}, words));
  }));
}

export function drawClock() {
  $('clock').textContent = clockText(now());
}
