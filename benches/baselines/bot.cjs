// A small bot as one would write it: discord.js, a transaction a press with better-sqlite3, a board from an SVG with sharp.
// bot.cjs URL TOKEN CHANNEL DATABASE PEOPLE OVER: posts a board with a button into the channel of the Discord at that address, and a new one for each
// press. It is drawn as many times larger as OVER says and made smaller again: 4 as one does with Pillow, or 1.

const { Client, Events, GatewayIntentBits, ActionRowBuilder, ButtonBuilder, ButtonStyle } = require("discord.js");
const Database = require("better-sqlite3");
const sharp = require("sharp");

const [url, token, channelId, file, people, over] = process.argv.slice(2);
const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec("CREATE TABLE log (id INTEGER PRIMARY KEY, body TEXT); CREATE TABLE dues (match INTEGER PRIMARY KEY, at INTEGER)");
const store = db.transaction((body) => {
  db.prepare("INSERT INTO log (body) VALUES (?)").run(body);
  db.prepare("INSERT OR REPLACE INTO dues VALUES (1, ?)").run(Date.now());
});

// People's pictures, fetched once: a board shows them.
const pictures = [];
async function fetchPictures(guild) {
  for (const member of (await guild.members.fetch({ user: people.split(",") })).values()) {
    const address = member.user.avatarURL({ extension: "png", size: 128 });
    if (address === null) continue;
    const png = Buffer.from(await (await fetch(address)).arrayBuffer());
    pictures.push(`data:image/png;base64,${png.toString("base64")}`);
  }
}

// A grid of 12 by 8 rounded tiles with letters and nineteen people with their pictures: what a board has.
function board(turn) {
  const parts = [`<rect width="1000" height="900" fill="#1e1f26"/>`];
  for (let x = 0; x < 12; x++)
    for (let y = 0; y < 8; y++) {
      const taken = (x * 8 + y) % 13 === turn % 13;
      parts.push(
        `<rect x="${20 + x * 80}" y="${20 + y * 80}" width="72" height="72" rx="10" fill="${taken ? "#e0a030" : "#2f3440"}" stroke="#454b5a" stroke-width="3"/>`,
        `<text x="${56 + x * 80}" y="${64 + y * 80}" font-family="Inter" font-weight="bold" font-size="22" fill="#dfe3ec" text-anchor="middle">${"ABCDEFGHIJKL"[x]}${y + 1}</text>`,
      );
    }
  for (let face = 0; face < 19; face++) {
    const x = 40 + (face % 10) * 100;
    const y = 700 + Math.floor(face / 10) * 100;
    parts.push(
      `<clipPath id="face-${face}"><circle cx="${x}" cy="${y}" r="32"/></clipPath>`,
      `<image x="${x - 32}" y="${y - 32}" width="64" height="64" clip-path="url(#face-${face})" href="${pictures[face % pictures.length]}"/>`,
      `<text x="${x}" y="${y + 50}" font-family="Inter" font-size="16" fill="#dfe3ec" text-anchor="middle">Person ${face}</text>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="900">${parts.join("")}</svg>`;
}

async function draw(turn) {
  const drawn = sharp(Buffer.from(board(turn)), { density: 72 * over });
  if (over === "1") return drawn.png().toBuffer();
  // In one go sharp would draw it small at once.
  const { data, info } = await drawn.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info }).resize(1000).png().toBuffer();
}

async function message(turn, person) {
  const picture = await draw(turn);
  const buttons = ["left", "right"].map((word) =>
    new ButtonBuilder().setCustomId(`${word}-${turn}`).setLabel(word).setStyle(ButtonStyle.Primary),
  );
  return {
    content: `<@${person}>, turn ${turn}: which way?`,
    files: [{ attachment: picture, name: `board-${turn}.png` }],
    components: [new ActionRowBuilder().addComponents(buttons)],
  };
}

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${url}/api`, cdn: url } });
let turn = 0;
client.once(Events.ClientReady, async () => {
  const channel = await client.channels.fetch(channelId);
  const guild = await client.guilds.fetch(channel.guildId);
  await fetchPictures(guild);
  await channel.send(await message(turn, guild.ownerId));
});
client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isButton()) return;
  store(JSON.stringify({ by: interaction.user.id, what: interaction.customId }));
  await interaction.deferUpdate();
  turn += 1;
  await interaction.channel.send(await message(turn, interaction.user.id));
});
client.login(token);
