// A discord.js bot with one of everything. tests/wire/clients/scenario/parts.rs says what it does.
// ADDRESS is the local Discord's address, TOKEN the bot's token.
"use strict";

const {
    ActionRowBuilder,
    ApplicationCommandType,
    AttachmentBuilder,
    ButtonBuilder,
    ButtonStyle,
    ChannelSelectMenuBuilder,
    ChannelType,
    Client,
    ContainerBuilder,
    ContextMenuCommandBuilder,
    EmbedBuilder,
    Events,
    FileUploadBuilder,
    GatewayIntentBits,
    LabelBuilder,
    MediaGalleryBuilder,
    MediaGalleryItemBuilder,
    MentionableSelectMenuBuilder,
    MessageFlags,
    ModalBuilder,
    Partials,
    RoleSelectMenuBuilder,
    SectionBuilder,
    SeparatorBuilder,
    SlashCommandBuilder,
    StringSelectMenuBuilder,
    TextDisplayBuilder,
    TextInputBuilder,
    TextInputStyle,
    UserSelectMenuBuilder,
} = require("discord.js");

const { ADDRESS, TOKEN } = process.env;

const client = new Client({
    intents: [
        GatewayIntentBits.Guilds,
        GatewayIntentBits.GuildMembers,
        GatewayIntentBits.GuildMessages,
        GatewayIntentBits.GuildMessageReactions,
        GatewayIntentBits.DirectMessages,
        GatewayIntentBits.MessageContent,
    ],
    // Direct messages come from channels that the bot was never told about.
    partials: [Partials.Channel],
    rest: { api: `${ADDRESS}/api` },
});

/** What the bot heard: new sessions, resumed ones, and what people wrote in servers. */
const heard = { ready: 0, resumed: 0, words: [] };

const PICTURE = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGPQiFoARwzIHAByKgkRZfa8GQAAAABJRU5ErkJggg==",
    "base64",
);

const alone = MessageFlags.Ephemeral;
const row = (...components) => new ActionRowBuilder().addComponents(...components);
const named = (name) => new SlashCommandBuilder().setName(name).setDescription(`Tries ${name}`);
const described = (name) => (option) => option.setName(name).setDescription(`The ${name}`);
const needed = (name) => (option) => described(name)(option).setRequired(true);
const names = (users) => users.map((user) => user.username).sort().join(", ");

function button(id, style) {
    return new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(style);
}

function form(id) {
    const move = new TextInputBuilder()
        .setCustomId("move")
        .setLabel("Your move")
        .setStyle(TextInputStyle.Short)
        .setMinLength(2)
        .setMaxLength(5);
    const note = new TextInputBuilder()
        .setCustomId("note")
        .setLabel("A note")
        .setStyle(TextInputStyle.Paragraph)
        .setRequired(false);
    return new ModalBuilder().setCustomId(id).setTitle("A form").addComponents(row(move), row(note));
}

function labelled() {
    const under = (label) => new LabelBuilder().setLabel(label);
    const kinds = ["bug", "idea"].map((name) => ({ label: name, value: name }));
    const who = new UserSelectMenuBuilder().setCustomId("who").setRequired(false).setMinValues(0);
    const files = new FileUploadBuilder().setCustomId("files").setRequired(false).setMinValues(0);
    return new ModalBuilder()
        .setCustomId("labelled")
        .setTitle("A form")
        .addLabelComponents(
            under("Subject").setTextInputComponent(
                new TextInputBuilder().setCustomId("subject").setStyle(TextInputStyle.Short),
            ),
            under("Kind").setStringSelectMenuComponent(
                new StringSelectMenuBuilder().setCustomId("kind").addOptions(kinds),
            ),
            under("Who").setUserSelectMenuComponent(who.setMaxValues(2)),
            under("Files").setFileUploadComponent(files.setMaxValues(2)),
        );
}

function scored(score) {
    const text = (content) => new TextDisplayBuilder().setContent(content);
    const section = new SectionBuilder()
        .addTextDisplayComponents(text("One more?"))
        .setButtonAccessory(button("raise", ButtonStyle.Primary));
    const picture = new MediaGalleryItemBuilder().setURL("attachment://board.png");
    return new ContainerBuilder()
        .setAccentColor(0x285aa0)
        .addTextDisplayComponents(text(`Score ${score}`))
        .addSeparatorComponents(new SeparatorBuilder())
        .addSectionComponents(section)
        .addMediaGalleryComponents(new MediaGalleryBuilder().addItems(picture));
}

const commands = {
    every: {
        build: named("every")
            .addStringOption(needed("text"))
            .addIntegerOption((option) => needed("whole")(option).setMinValue(1).setMaxValue(9))
            .addBooleanOption(needed("yes"))
            .addUserOption(needed("who"))
            .addChannelOption(needed("where"))
            .addRoleOption(needed("part"))
            .addMentionableOption(needed("some"))
            .addNumberOption(needed("exact"))
            .addAttachmentOption(described("file"))
            .addStringOption((option) =>
                described("choice")(option).addChoices({ name: "The first", value: "one" }),
            ),
        async run(interaction) {
            const { options } = interaction;
            const some = options.getMentionable("some");
            const file = options.getAttachment("file");
            const said = {
                text: options.getString("text"),
                whole: options.getInteger("whole"),
                yes: options.getBoolean("yes"),
                who: options.getUser("who").username,
                where: options.getChannel("where").name,
                part: options.getRole("part").name,
                some: some.user?.username ?? some.name,
                exact: options.getNumber("exact"),
                file: file ? `${file.name} ${file.size}` : "-",
                choice: options.getString("choice") ?? "-",
            };
            const list = Object.entries(said).map(([name, value]) => `${name}=${value}`);
            await interaction.reply(list.join("; "));
        },
    },
    nested: {
        build: named("nested")
            .addSubcommand((one) => described("plain")(one).addStringOption(needed("word")))
            .addSubcommandGroup((group) =>
                described("group")(group).addSubcommand((one) =>
                    described("inner")(one).addStringOption(needed("word")),
                ),
            ),
        async run(interaction) {
            const { options } = interaction;
            const path = [options.getSubcommandGroup(), options.getSubcommand()];
            await interaction.reply(
                `${path.filter(Boolean).join(" ")}: ${options.getString("word")}`,
            );
        },
    },
    complete: {
        build: named("complete").addStringOption((option) =>
            needed("fruit")(option).setAutocomplete(true),
        ),
        async complete(interaction) {
            const written = interaction.options.getFocused();
            const fitting = ["apple", "apricot", "pear"].filter((one) => one.startsWith(written));
            await interaction.respond(fitting.map((name) => ({ name, value: name })));
        },
        async run(interaction) {
            await interaction.reply(interaction.options.getString("fruit"));
        },
    },
    picture: {
        build: named("picture"),
        async run(interaction) {
            const picture = new AttachmentBuilder(PICTURE, { name: "board.png" });
            picture.setDescription("A blue board");
            const embed = new EmbedBuilder().setTitle("Board").setImage("attachment://board.png");
            await interaction.reply({ embeds: [embed], files: [picture] });
            const record = new AttachmentBuilder(Buffer.from("1. a1 b2\n"), { name: "moves.txt" });
            await interaction.followUp({ content: "The moves", files: [record] });
        },
    },
    deferred: {
        build: named("deferred").addBooleanOption(described("alone")),
        async run(interaction) {
            const flags = interaction.options.getBoolean("alone") ? alone : undefined;
            await interaction.deferReply({ flags });
            await interaction.editReply("At last.");
        },
    },
    private: {
        build: named("private"),
        async run(interaction) {
            await interaction.reply({ content: "Only you see this.", flags: alone });
            await interaction.followUp({ content: "And this.", flags: alone });
        },
    },
    follow: {
        build: named("follow"),
        async run(interaction) {
            await interaction.reply("first");
            const second = await interaction.followUp("second");
            const third = await interaction.followUp("third");
            await interaction.editReply({ message: second, content: "second, edited" });
            await interaction.deleteReply(third);
            const first = await interaction.fetchReply();
            await interaction.editReply(`${first.content}, edited`);
        },
    },
    edit: {
        build: named("edit"),
        async run(interaction) {
            await interaction.deferReply({ flags: alone });
            await interaction.channel.sendTyping();
            const draft = await interaction.channel.send("draft");
            await draft.edit({ content: "final", allowedMentions: { parse: [] } });
            const spare = await interaction.channel.send("spare");
            await spare.delete();
            const read = await interaction.channel.messages.fetch({ limit: 1 });
            await interaction.editReply(read.first().content);
        },
    },
    buttons: {
        build: named("buttons"),
        async run(interaction) {
            await interaction.reply({
                content: "Pressed 0",
                components: [
                    row(
                        button("count", ButtonStyle.Primary),
                        button("later", ButtonStyle.Secondary),
                        button("whisper", ButtonStyle.Success),
                        button("fill", ButtonStyle.Secondary),
                        button("away", ButtonStyle.Danger),
                    ),
                    row(
                        button("off", ButtonStyle.Primary).setDisabled(true).setEmoji("🔒"),
                        new ButtonBuilder()
                            .setURL("https://example.com/")
                            .setLabel("link")
                            .setStyle(ButtonStyle.Link),
                    ),
                ],
            });
        },
    },
    menus: {
        build: named("menus"),
        async run(interaction) {
            const colours = new StringSelectMenuBuilder()
                .setCustomId("colours")
                .setPlaceholder("Colours")
                .setMaxValues(2)
                .addOptions(
                    ["red", "green", "blue"].map((name) => ({
                        label: name,
                        value: name,
                        description: `It is ${name}`,
                        default: name === "blue",
                    })),
                );
            await interaction.reply({
                content: "Choose",
                components: [
                    row(colours),
                    row(new UserSelectMenuBuilder().setCustomId("people").setMaxValues(2)),
                    row(new RoleSelectMenuBuilder().setCustomId("parts")),
                    row(new MentionableSelectMenuBuilder().setCustomId("either").setMaxValues(2)),
                    row(
                        new ChannelSelectMenuBuilder()
                            .setCustomId("places")
                            .setChannelTypes(ChannelType.GuildText),
                    ),
                ],
            });
        },
    },
    form: {
        build: named("form"),
        async run(interaction) {
            await interaction.showModal(form("asked"));
        },
    },
    labelled: {
        build: named("labelled"),
        async run(interaction) {
            await interaction.showModal(labelled());
        },
    },
    layout: {
        build: named("layout"),
        async run(interaction) {
            await interaction.reply({
                flags: MessageFlags.IsComponentsV2,
                components: [scored(0)],
                files: [new AttachmentBuilder(PICTURE, { name: "board.png" })],
            });
        },
    },
    direct: {
        build: named("direct"),
        async run(interaction) {
            await interaction.user.send(`Hello, ${interaction.user.username}`);
            await interaction.reply({ content: "sent", flags: alone });
        },
    },
    thread: {
        build: named("thread"),
        async run(interaction) {
            await interaction.deferReply({ flags: alone });
            const { channel } = interaction;
            const topic = await channel.send("A topic");
            const open = await topic.startThread({ name: "Side talk" });
            await open.send("first in the thread");
            await open.members.add(interaction.user);
            const closed = await channel.threads.create({
                name: "Between us",
                type: ChannelType.PrivateThread,
                autoArchiveDuration: 60,
            });
            await closed.members.add(interaction.user);
            await closed.setName("Between us two");
            const members = await closed.members.fetch();
            await closed.setArchived(true);
            const active = await channel.threads.fetchActive();
            const archived = await channel.threads.fetchArchived({ type: "private" });
            const list = (found) => found.threads.map((thread) => thread.name).join(", ");
            await interaction.editReply(
                `${list(active)}; ${list(archived)} with ${members.size} members`,
            );
        },
    },
    pin: {
        build: named("pin").addBooleanOption(described("off")),
        async run(interaction) {
            await interaction.deferReply({ flags: alone });
            const { messages } = interaction.channel;
            if (interaction.options.getBoolean("off")) {
                const { items } = await messages.fetchPins();
                await Promise.all(items.map(({ message }) => message.unpin()));
            } else {
                const message = await interaction.channel.send("keep this");
                await message.pin();
            }
            const { items } = await messages.fetchPins();
            const list = items.map(({ message }) => message.content);
            await interaction.editReply(`pins: ${list.join(", ")}`);
        },
    },
    react: {
        build: named("react"),
        async run(interaction) {
            await interaction.deferReply({ flags: alone });
            const message = await interaction.channel.send("react to this");
            await message.react("👍");
            const party = await message.react("🎉");
            await party.users.remove();
            const read = await message.fetch();
            const users = await read.reactions.resolve("👍").users.fetch();
            await interaction.editReply(`👍 ${names(users)}`);
        },
    },
    members: {
        build: named("members"),
        async run(interaction) {
            await interaction.deferReply();
            const { members } = interaction.guild;
            const listed = await members.list({ limit: 1000 });
            const told = await members.fetch({ force: true });
            const one = await members.fetch({ user: interaction.user, force: true });
            const found = await members.search({ query: "do" });
            const users = (some) => names(some.map((member) => member.user));
            await interaction.editReply(
                `${users(listed)}; ${users(told)}; ${one.displayName}; ${users(found)}`,
            );
        },
    },
    role: {
        build: named("role")
            .addUserOption(needed("who"))
            .addRoleOption(needed("part"))
            .addBooleanOption(described("off")),
        async run(interaction) {
            const { options, guild } = interaction;
            const member = options.getMember("who");
            const part = options.getRole("part");
            if (options.getBoolean("off")) {
                await member.roles.remove(part);
            } else {
                await member.roles.add(part);
            }
            const now = await guild.members.fetch({ user: member, force: true });
            const all = await guild.roles.fetch();
            await interaction.reply(`${now.roles.cache.has(part.id)}, of ${all.size} roles`);
        },
    },
    overwrite: {
        build: named("overwrite").addUserOption(needed("who")).addBooleanOption(described("off")),
        async run(interaction) {
            const { channel, options } = interaction;
            const who = options.getUser("who");
            if (options.getBoolean("off")) {
                await channel.permissionOverwrites.delete(who);
            } else {
                await channel.permissionOverwrites.edit(who, { SendMessages: false });
            }
            const read = await channel.fetch(true);
            const overwrite = read.permissionOverwrites.cache.get(who.id);
            await interaction.reply(`denied: ${overwrite?.deny.toArray().join(", ") ?? ""}`);
        },
    },
    burst: {
        build: named("burst").addIntegerOption(needed("count")),
        async run(interaction) {
            await interaction.deferReply({ flags: alone });
            const count = interaction.options.getInteger("count");
            for (let number = 1; number <= count; number += 1) {
                await interaction.channel.send(`burst ${number}`);
            }
            await interaction.editReply("all sent");
        },
    },
    Quote: {
        build: new ContextMenuCommandBuilder()
            .setName("Quote")
            .setType(ApplicationCommandType.Message),
        async run(interaction) {
            const { author, content } = interaction.targetMessage;
            await interaction.reply(`${author.username}: ${content}`);
        },
    },
    Greet: {
        build: new ContextMenuCommandBuilder()
            .setName("Greet")
            .setType(ApplicationCommandType.User),
        async run(interaction) {
            const { targetMember, targetUser } = interaction;
            // Everybody has the @everyone role, which doesn't count.
            const roles = targetMember.roles.cache.size - 1;
            await interaction.reply(`Hello, ${targetUser.username} with roles: ${roles}`);
        },
    },
    heard: {
        build: named("heard"),
        async run(interaction) {
            const { ready, resumed, words } = heard;
            const content = `ready ${ready}, resumed ${resumed}: ${words.join(", ")}`;
            await interaction.reply({ content, flags: alone });
        },
    },
};

const controls = {
    async count(interaction) {
        const count = Number(interaction.message.content.split(" ")[1]) + 1;
        await interaction.update(`Pressed ${count}`);
    },
    async later(interaction) {
        await interaction.deferUpdate();
        await interaction.editReply("Pressed 10");
    },
    async whisper(interaction) {
        await interaction.reply({ content: "Between us.", flags: alone });
    },
    async fill(interaction) {
        await interaction.showModal(form("filled"));
    },
    async away(interaction) {
        await interaction.deferUpdate();
        await interaction.deleteReply();
    },
    async raise(interaction) {
        const [text] = interaction.message.components[0].components;
        await interaction.update({ components: [scored(Number(text.content.split(" ")[1]) + 1)] });
    },
    async colours(interaction) {
        await chosen(interaction, interaction.values);
    },
    async people(interaction) {
        await chosen(interaction, interaction.users.map((user) => user.username));
    },
    async parts(interaction) {
        await chosen(interaction, interaction.roles.map((role) => role.name));
    },
    async either(interaction) {
        const users = interaction.users.map((user) => user.username);
        await chosen(interaction, [...users, ...interaction.roles.map((role) => role.name)]);
    },
    async places(interaction) {
        await chosen(interaction, interaction.channels.map((channel) => channel.name));
    },
};

async function chosen(interaction, values) {
    const content = `${interaction.customId}: ${[...values].sort().join(", ")}`;
    await interaction.reply({ content, flags: alone });
}

async function submitted(interaction) {
    const { fields } = interaction;
    if (interaction.customId === "labelled") {
        const list = (found) => [...(found?.values() ?? [])];
        const who = list(fields.getSelectedUsers("who")).map((user) => user.username);
        const files = list(fields.getUploadedFiles("files")).map((file) => `${file.name} ${file.size}`);
        const said = [
            `subject=${fields.getTextInputValue("subject")}`,
            `kind=${fields.getStringSelectValues("kind").join(", ")}`,
            `who=${who.join(", ")}`,
            `files=${files.join(", ")}`,
        ];
        await interaction.reply({ content: said.join("; "), flags: alone });
        return;
    }
    const move = fields.getTextInputValue("move");
    if (interaction.customId === "filled") {
        await interaction.update(`Filled in: ${move}`);
    } else {
        const note = fields.getTextInputValue("note");
        await interaction.reply({ content: `move=${move}; note=${note}`, flags: alone });
    }
}

async function answer(interaction) {
    if (interaction.isAutocomplete()) {
        await commands[interaction.commandName].complete(interaction);
    } else if (interaction.isCommand()) {
        await commands[interaction.commandName].run(interaction);
    } else if (interaction.isMessageComponent()) {
        await controls[interaction.customId](interaction);
    } else if (interaction.isModalSubmit()) {
        await submitted(interaction);
    }
}

client.on(Events.ShardReady, () => (heard.ready += 1));
client.on(Events.ShardResume, () => (heard.resumed += 1));
client.on(Events.Error, console.error);
client.on(Events.Warn, console.error);
client.on(Events.InteractionCreate, (interaction) => answer(interaction).catch(console.error));
client.on(Events.MessageCreate, async (message) => {
    if (message.author.bot) {
        return;
    }
    if (message.inGuild()) {
        heard.words.push(message.content);
    } else {
        await message.reply(`You wrote: ${message.content}`);
    }
});
client.once(Events.ClientReady, async () => {
    await client.application.commands.set(Object.values(commands).map(({ build }) => build));
});
client.login(TOKEN);
