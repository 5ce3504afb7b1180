"""A discord.py bot with one of everything. tests/wire/clients/scenario/parts.rs says what it does.

ADDRESS is the local Discord's, TOKEN the bot's.
"""

import base64
import io
import logging
import os
from typing import Optional, Union

import discord
import yarl
from discord import app_commands

ADDRESS = os.environ["ADDRESS"]
discord.http.Route.BASE = f"{ADDRESS}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(ADDRESS.replace("http", "ws", 1))

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGPQiFoARwzIHAByKgkRZfa8GQAAAABJ"
    "RU5ErkJggg=="
)


class Bot(discord.Client):
    """The bot and what it heard: new sessions, resumed ones, and what people wrote in servers."""

    def __init__(self):
        intents = discord.Intents.none()
        intents.guilds = True
        intents.members = True
        intents.guild_messages = True
        intents.guild_reactions = True
        intents.dm_messages = True
        intents.message_content = True
        # A connection that stays silent for this many seconds is given up.
        super().__init__(intents=intents, heartbeat_timeout=5)
        self.tree = app_commands.CommandTree(self)
        self.ready = 0
        self.resumed = 0
        self.words = []

    async def setup_hook(self):
        await self.tree.sync()

    async def on_connect(self):
        self.ready += 1

    async def on_resumed(self):
        self.resumed += 1

    async def on_message(self, message):
        if message.author.bot:
            return
        if message.guild:
            self.words.append(message.content)
        else:
            await message.reply(f"You wrote: {message.content}")


bot = Bot()
tree = bot.tree


def names(users):
    return ", ".join(sorted(user.name for user in users))


@tree.command(description="Tries every")
@app_commands.choices(choice=[app_commands.Choice(name="The first", value="one")])
async def every(
    interaction: discord.Interaction,
    text: str,
    whole: app_commands.Range[int, 1, 9],
    yes: bool,
    who: discord.User,
    where: Union[app_commands.AppCommandChannel, app_commands.AppCommandThread],
    part: discord.Role,
    some: Union[discord.Member, discord.Role],
    exact: float,
    file: Optional[discord.Attachment] = None,
    choice: Optional[app_commands.Choice[str]] = None,
):
    said = {
        "text": text,
        "whole": whole,
        "yes": str(yes).lower(),
        "who": who.name,
        "where": where.name,
        "part": part.name,
        "some": some.name,
        "exact": exact,
        "file": f"{file.filename} {file.size}" if file else "-",
        "choice": choice.value if choice else "-",
    }
    await interaction.response.send_message("; ".join(f"{key}={said[key]}" for key in said))


class Nested(app_commands.Group):
    group = app_commands.Group(name="group", description="The group")

    @app_commands.command(description="The plain")
    async def plain(self, interaction: discord.Interaction, word: str):
        await interaction.response.send_message(f"plain: {word}")

    @group.command(description="The inner")
    async def inner(self, interaction: discord.Interaction, word: str):
        await interaction.response.send_message(f"group inner: {word}")


tree.add_command(Nested(name="nested", description="Tries nested"))


@tree.command(description="Tries complete")
async def complete(interaction: discord.Interaction, fruit: str):
    await interaction.response.send_message(fruit)


@complete.autocomplete("fruit")
async def complete_fruit(interaction: discord.Interaction, current: str):
    fitting = [name for name in ("apple", "apricot", "pear") if name.startswith(current)]
    return [app_commands.Choice(name=name, value=name) for name in fitting]


@tree.command(description="Tries picture")
async def picture(interaction: discord.Interaction):
    board = discord.File(io.BytesIO(PICTURE), "board.png", description="A blue board")
    embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
    await interaction.response.send_message(embed=embed, file=board)
    moves = discord.File(io.BytesIO(b"1. a1 b2\n"), "moves.txt")
    await interaction.followup.send("The moves", file=moves)


@tree.command(description="Tries deferred")
async def deferred(interaction: discord.Interaction, alone: bool = False):
    await interaction.response.defer(ephemeral=alone, thinking=True)
    await interaction.edit_original_response(content="At last.")


@tree.command(description="Tries private")
async def private(interaction: discord.Interaction):
    await interaction.response.send_message("Only you see this.", ephemeral=True)
    await interaction.followup.send("And this.", ephemeral=True)


@tree.command(description="Tries follow")
async def follow(interaction: discord.Interaction):
    await interaction.response.send_message("first")
    second = await interaction.followup.send("second", wait=True)
    third = await interaction.followup.send("third", wait=True)
    await second.edit(content="second, edited")
    await third.delete()
    first = await interaction.original_response()
    await interaction.edit_original_response(content=f"{first.content}, edited")


@tree.command(description="Tries edit")
async def edit(interaction: discord.Interaction):
    await interaction.response.defer(ephemeral=True)
    await interaction.channel.typing()
    draft = await interaction.channel.send("draft")
    await draft.edit(content="final", allowed_mentions=discord.AllowedMentions.none())
    spare = await interaction.channel.send("spare")
    await spare.delete()
    read = [message async for message in interaction.channel.history(limit=1)]
    await interaction.edit_original_response(content=read[0].content)


class Form(discord.ui.Modal, title="A form"):
    move = discord.ui.TextInput(label="Your move", custom_id="move", min_length=2, max_length=5)
    note = discord.ui.TextInput(
        label="A note", custom_id="note", style=discord.TextStyle.paragraph, required=False
    )

    def __init__(self, filled):
        super().__init__()
        self.filled = filled

    async def on_submit(self, interaction):
        if self.filled:
            content = f"Filled in: {self.move.value}"
            await interaction.response.edit_message(content=content)
        else:
            content = f"move={self.move.value}; note={self.note.value}"
            await interaction.response.send_message(content, ephemeral=True)


class Labelled(discord.ui.Modal, title="A form"):
    subject = discord.ui.Label(text="Subject", component=discord.ui.TextInput(custom_id="subject"))
    kind = discord.ui.Label(
        text="Kind",
        component=discord.ui.Select(
            custom_id="kind",
            options=[discord.SelectOption(label=name) for name in ("bug", "idea")],
        ),
    )
    who = discord.ui.Label(
        text="Who",
        component=discord.ui.UserSelect(
            custom_id="who", min_values=0, max_values=2, required=False
        ),
    )
    files = discord.ui.Label(
        text="Files",
        component=discord.ui.FileUpload(
            custom_id="files", min_values=0, max_values=2, required=False
        ),
    )

    async def on_submit(self, interaction):
        who = ", ".join(user.name for user in self.who.component.values)
        files = ", ".join(f"{file.filename} {file.size}" for file in self.files.component.values)
        content = (
            f"subject={self.subject.component.value}; "
            f"kind={', '.join(self.kind.component.values)}; who={who}; files={files}"
        )
        await interaction.response.send_message(content, ephemeral=True)


class Scored(discord.ui.LayoutView):
    def __init__(self, score):
        super().__init__(timeout=None)
        more = discord.ui.Button(
            label="raise", custom_id="raise", style=discord.ButtonStyle.primary
        )
        more.callback = self.one_more
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(f"Score {score}"),
                discord.ui.Separator(),
                discord.ui.Section(discord.ui.TextDisplay("One more?"), accessory=more),
                discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")),
                accent_colour=0x285AA0,
            )
        )

    async def one_more(self, interaction):
        text = interaction.message.components[0].children[0]
        score = int(text.content.split()[1]) + 1
        await interaction.response.edit_message(view=Scored(score))


class Buttons(discord.ui.View):
    def __init__(self):
        super().__init__(timeout=None)
        self.add_item(discord.ui.Button(label="link", url="https://example.com/", row=1))

    @discord.ui.button(label="count", custom_id="count", style=discord.ButtonStyle.primary)
    async def count(self, interaction, _):
        count = int(interaction.message.content.split()[1]) + 1
        await interaction.response.edit_message(content=f"Pressed {count}")

    @discord.ui.button(label="later", custom_id="later")
    async def later(self, interaction, _):
        await interaction.response.defer()
        await interaction.edit_original_response(content="Pressed 10")

    @discord.ui.button(label="whisper", custom_id="whisper", style=discord.ButtonStyle.success)
    async def whisper(self, interaction, _):
        await interaction.response.send_message("Between us.", ephemeral=True)

    @discord.ui.button(label="fill", custom_id="fill")
    async def fill(self, interaction, _):
        await interaction.response.send_modal(Form(filled=True))

    @discord.ui.button(label="away", custom_id="away", style=discord.ButtonStyle.danger)
    async def away(self, interaction, _):
        await interaction.response.defer()
        await interaction.delete_original_response()

    @discord.ui.button(label="off", custom_id="off", disabled=True, emoji="🔒", row=1)
    async def off(self, interaction, _):
        raise AssertionError("it is switched off")


@tree.command(description="Tries buttons")
async def buttons(interaction: discord.Interaction):
    await interaction.response.send_message("Pressed 0", view=Buttons())


async def chosen(interaction, menu, values):
    content = f"{menu.custom_id}: {', '.join(sorted(values))}"
    await interaction.response.send_message(content, ephemeral=True)


class Menus(discord.ui.View):
    @discord.ui.select(
        custom_id="colours",
        placeholder="Colours",
        max_values=2,
        options=[
            discord.SelectOption(label=name, description=f"It is {name}", default=name == "blue")
            for name in ("red", "green", "blue")
        ],
    )
    async def colours(self, interaction, menu):
        await chosen(interaction, menu, menu.values)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="people", max_values=2)
    async def people(self, interaction, menu):
        await chosen(interaction, menu, [user.name for user in menu.values])

    @discord.ui.select(cls=discord.ui.RoleSelect, custom_id="parts")
    async def parts(self, interaction, menu):
        await chosen(interaction, menu, [role.name for role in menu.values])

    @discord.ui.select(cls=discord.ui.MentionableSelect, custom_id="either", max_values=2)
    async def either(self, interaction, menu):
        await chosen(interaction, menu, [one.name for one in menu.values])

    @discord.ui.select(
        cls=discord.ui.ChannelSelect,
        custom_id="places",
        channel_types=[discord.ChannelType.text],
    )
    async def places(self, interaction, menu):
        await chosen(interaction, menu, [channel.name for channel in menu.values])


@tree.command(description="Tries menus")
async def menus(interaction: discord.Interaction):
    await interaction.response.send_message("Choose", view=Menus())


@tree.command(description="Tries form")
async def form(interaction: discord.Interaction):
    await interaction.response.send_modal(Form(filled=False))


@tree.command(description="Tries labelled")
async def labelled(interaction: discord.Interaction):
    await interaction.response.send_modal(Labelled())


@tree.command(description="Tries layout")
async def layout(interaction: discord.Interaction):
    board = discord.File(io.BytesIO(PICTURE), "board.png")
    await interaction.response.send_message(view=Scored(0), file=board)


@tree.command(description="Tries direct")
async def direct(interaction: discord.Interaction):
    await interaction.user.send(f"Hello, {interaction.user.name}")
    await interaction.response.send_message("sent", ephemeral=True)


@tree.command(description="Tries thread")
async def thread(interaction: discord.Interaction):
    await interaction.response.defer(ephemeral=True)
    channel = interaction.channel
    topic = await channel.send("A topic")
    side = await topic.create_thread(name="Side talk")
    await side.send("first in the thread")
    await side.add_user(interaction.user)
    closed = await channel.create_thread(
        name="Between us",
        type=discord.ChannelType.private_thread,
        auto_archive_duration=60,
    )
    await closed.add_user(interaction.user)
    await closed.edit(name="Between us two")
    members = await closed.fetch_members()
    await closed.edit(archived=True)
    active = [one.name for one in await interaction.guild.active_threads()]
    archived = [one.name async for one in channel.archived_threads(private=True)]
    content = f"{', '.join(active)}; {', '.join(archived)} with {len(members)} members"
    await interaction.edit_original_response(content=content)


@tree.command(description="Tries pin")
async def pin(interaction: discord.Interaction, off: bool = False):
    await interaction.response.defer(ephemeral=True)
    channel = interaction.channel
    if off:
        async for message in channel.pins():
            await message.unpin()
    else:
        message = await channel.send("keep this")
        await message.pin()
    pinned = [message.content async for message in channel.pins()]
    await interaction.edit_original_response(content=f"pins: {', '.join(pinned)}")


@tree.command(description="Tries react")
async def react(interaction: discord.Interaction):
    await interaction.response.defer(ephemeral=True)
    message = await interaction.channel.send("react to this")
    await message.add_reaction("👍")
    await message.add_reaction("🎉")
    await message.remove_reaction("🎉", bot.user)
    read = await message.channel.fetch_message(message.id)
    users = [user async for user in read.reactions[0].users()]
    await interaction.edit_original_response(content=f"{read.reactions[0].emoji} {names(users)}")


@tree.command(description="Tries members")
async def members(interaction: discord.Interaction):
    await interaction.response.defer()
    guild = interaction.guild
    listed = [member async for member in guild.fetch_members()]
    told = await guild.chunk()
    one = await guild.fetch_member(interaction.user.id)
    found = await guild.query_members("do")
    content = f"{names(listed)}; {names(told)}; {one.display_name}; {names(found)}"
    await interaction.edit_original_response(content=content)


@tree.command(description="Tries role")
async def role(
    interaction: discord.Interaction, who: discord.Member, part: discord.Role, off: bool = False
):
    if off:
        await who.remove_roles(part)
    else:
        await who.add_roles(part)
    now = await interaction.guild.fetch_member(who.id)
    roles = await interaction.guild.fetch_roles()
    has = str(part in now.roles).lower()
    await interaction.response.send_message(f"{has}, of {len(roles)} roles")


@tree.command(description="Tries overwrite")
async def overwrite(interaction: discord.Interaction, who: discord.Member, off: bool = False):
    if off:
        await interaction.channel.set_permissions(who, overwrite=None)
    else:
        await interaction.channel.set_permissions(who, send_messages=False)
    read = await bot.fetch_channel(interaction.channel.id)
    denied = read.overwrites_for(who).send_messages is False
    await interaction.response.send_message(f"denied: {'SendMessages' if denied else ''}")


@tree.command(description="Tries burst")
async def burst(interaction: discord.Interaction, count: int):
    await interaction.response.defer(ephemeral=True)
    for number in range(1, count + 1):
        await interaction.channel.send(f"burst {number}")
    await interaction.edit_original_response(content="all sent")


@tree.context_menu(name="Quote")
async def quote(interaction: discord.Interaction, message: discord.Message):
    await interaction.response.send_message(f"{message.author.name}: {message.content}")


@tree.context_menu(name="Greet")
async def greet(interaction: discord.Interaction, member: discord.Member):
    # Everybody has the @everyone role, which doesn't count.
    roles = len(member.roles) - 1
    await interaction.response.send_message(f"Hello, {member.name} with roles: {roles}")


@tree.command(description="Tries heard")
async def heard(interaction: discord.Interaction):
    content = f"ready {bot.ready}, resumed {bot.resumed}: {', '.join(bot.words)}"
    await interaction.response.send_message(content, ephemeral=True)


bot.run(os.environ["TOKEN"], log_level=logging.WARNING)
