package ui

import "github.com/charmbracelet/bubbles/key"

// The keys of the club's screens stand here, and not beside their screens, because settings name them in every program,
// also in one that has no club.

// HallKeys are those of the lobby.
type HallKeys struct {
	Up, Down, Top, Bottom key.Binding
	Right, Left, Panel    key.Binding
	Open, Challenge, Seek key.Binding
	Watch, Return         key.Binding
	Withdraw, Yes, No     key.Binding
	Say, Mute, Report     key.Binding
	Profile               key.Binding
	Older, Newer          key.Binding
	Tournaments           key.Binding
	Card, Back            key.Binding
	Send, Leave           key.Binding // while a line is written
}

func NewHallKeys() HallKeys {
	return HallKeys{
		Up:          Bind("↑/k", "up", "up", "k"),
		Down:        Bind("↓/j", "down", "down", "j"),
		Top:         Bind("home/g", "first", "home", "g"),
		Bottom:      Bind("end/G", "last", "end", "G"),
		Right:       Bind("tab", "next panel", "tab", "right", "l"),
		Left:        Bind("shift+tab", "previous panel", "shift+tab", "left", "h"),
		Panel:       Bind("1-4", "players, seeks, games, tournaments", "1", "2", "3", "4"),
		Tournaments: Bind("t", "tournaments", "t"),
		Open:        Bind("enter", "challenge, accept or watch", "enter", " "),
		Challenge:   Bind("c", "challenge the player", "c"),
		Seek:        Bind("n", "new seek", "n"),
		Watch:       Bind("s", "watch the game", "s"),
		Return:      Bind("r", "return to your game, or list your games", "r"),
		Withdraw:    Bind("w", "cancel your seek", "w", "x", "delete"),
		Yes:         Bind("y", "accept the challenge", "y"),
		No:          Bind("n", "decline the challenge", "n"),
		Say:         Bind("/", "chat", "/"),
		Mute:        Bind("m", "mute/unmute player", "m"),
		Report:      Bind("!", "report the player", "!"),
		Profile:     Bind("i", "profile of the player", "i"),
		Older:       Bind("pgup", "earlier messages", "pgup"),
		Newer:       Bind("pgdn", "later messages", "pgdown"),
		Card:        Bind("F5", "rules", "f5"),
		Back:        Bind("esc", "leave the lobby", "esc", "q"),
		Send:        Bind("enter", "send", "enter"),
		Leave:       Bind("esc", "cancel", "esc"),
	}
}

// NameKeys write a name, or a code.
type NameKeys struct {
	Take, Other, Back key.Binding
}

func NewNameKeys() NameKeys {
	return NameKeys{
		Take:  Bind("enter", "confirm", "enter"),
		Other: Bind("tab", "name or code", "tab", "shift+tab"),
		Back:  Bind("esc", "later", "esc"),
	}
}

// PeopleKeys are those of the screen of people.
type PeopleKeys struct {
	PageKeys
	Right, Left, Panel                   key.Binding
	Open, Find, Write, Challenge, Remove key.Binding
	Found                                key.Binding
	Yes, No, Back, Take, Leave           key.Binding
}

func NewPeopleKeys() PeopleKeys {
	return PeopleKeys{
		PageKeys:  NewPageKeys(),
		Right:     Bind("tab", "next list", "tab", "right", "l"),
		Left:      Bind("shift+tab", "previous list", "shift+tab", "left", "h"),
		Panel:     Bind("1-4", "friends, messages, teams, blocked", "1", "2", "3", "4"),
		Open:      Bind("enter", "open", "enter"),
		Find:      Bind("/", "find a player", "/", "a"),
		Write:     Bind("w", "write a message", "w"),
		Challenge: Bind("c", "challenge the player", "c"),
		Remove:    Bind("d", "remove", "d", "delete"),
		Found:     Bind("n", "found a team", "n"),
		Yes:       Bind("y", "yes", "y"),
		No:        Bind("n", "no", "n"),
		Back:      Bind("esc", "back", "esc", "q"),
		Take:      Bind("enter", "open profile", "enter"),
		Leave:     Bind("esc", "cancel", "esc"),
	}
}

// MessageKeys are those of a talk with one player.
type MessageKeys struct {
	Send, Older, Newer, Profile, Back key.Binding
}

func NewMessageKeys() MessageKeys {
	return MessageKeys{
		Send:    Bind("enter", "send", "enter"),
		Older:   Bind("pgup", "earlier messages", "pgup", "up"),
		Newer:   Bind("pgdn", "later messages", "pgdown", "down"),
		Profile: Bind("tab", "profile", "tab"),
		Back:    Bind("esc", "back", "esc"),
	}
}

// ProfileKeys do something with the player whose games and ratings are shown.
type ProfileKeys struct {
	Follow, Block, Write, Challenge key.Binding
	Yes, No                         key.Binding
}

func NewProfileKeys() ProfileKeys {
	return ProfileKeys{
		Follow:    Bind("f", "follow/stop following", "f"),
		Block:     Bind("b", "block/unblock", "b"),
		Write:     Bind("w", "write a message", "w"),
		Challenge: Bind("c", "challenge the player", "c"),
		Yes:       Bind("y", "yes", "y"),
		No:        Bind("n", "no", "n"),
	}
}

// TeamKeys are those of the screen of a team.
type TeamKeys struct {
	PageKeys
	Panel, Open, Join, Leave, Challenge key.Binding
	Take, Refuse, Lead, Remove          key.Binding
	Describe, Admit, Write, Back        key.Binding
	SaveAbout, CancelAbout              key.Binding
}

func NewTeamKeys() TeamKeys {
	return TeamKeys{
		PageKeys:    NewPageKeys(),
		Panel:       Bind("tab", "members or matches", "tab", "left", "right"),
		Open:        Bind("enter", "profile, or the match", "enter", " "),
		Join:        Bind("J", "join, or ask to", "J"),
		Leave:       Bind("W", "leave the team", "W"),
		Challenge:   Bind("c", "challenge this team to a match", "c"),
		Take:        Bind("y", "accept who asks to join", "y"),
		Refuse:      Bind("n", "refuse who asks to join", "n"),
		Lead:        Bind("L", "make this member the leader", "L"),
		Remove:      Bind("d", "remove this member", "d", "delete"),
		Describe:    Bind("e", "describe the team", "e"),
		Admit:       Bind("o", "open to all/by request", "o"),
		Write:       Bind("w", "write a message", "w"),
		Back:        Bind("esc", "back", "esc", "q"),
		SaveAbout:   Bind("enter", "save", "enter"),
		CancelAbout: Bind("esc", "cancel", "esc"),
	}
}

// ArchiveKeys look through the finished games of a club.
type ArchiveKeys struct {
	PageKeys
	Open, Back            key.Binding
	Filter, Clear, Accept key.Binding
	Mine, Order           key.Binding
	Variant, PrevVariant  key.Binding
	White, Black, Leaders key.Binding
}

func NewArchiveKeys() ArchiveKeys {
	return ArchiveKeys{
		PageKeys:    NewPageKeys(),
		Open:        Bind("enter", "review game", "enter", "l", "right"),
		Back:        Bind("esc", "back", "esc", "h", "left", "q"),
		Filter:      Bind("/", "filter", "/"),
		Clear:       Bind("esc", "clear filter", "esc"),
		Accept:      Bind("enter", "apply filter", "enter"),
		Mine:        Bind("m", "my games only, or all", "m"),
		Order:       Bind("o", "sort by date", "o"),
		Variant:     Bind("v", "next variant", "v"),
		PrevVariant: Bind("V", "previous variant", "V"),
		White:       Bind("w", "White's games and rating", "w"),
		Black:       Bind("b", "Black's games and rating", "b"),
		Leaders:     Bind("r", "ratings", "r"),
	}
}

// LeadersKeys look through the ratings of a club.
type LeadersKeys struct {
	PageKeys
	Prev, Next, Open, Me, Games, Card, Back key.Binding
}

func NewLeadersKeys() LeadersKeys {
	return LeadersKeys{
		PageKeys: NewPageKeys(),
		Prev:     Bind("←/h", "previous variant", "left", "h", "V", "shift+tab"),
		Next:     Bind("→/l", "next variant", "right", "l", "v", "tab"),
		Open:     Bind("enter", "the player's games and ratings", "enter", " "),
		Me:       Bind("m", "go to my rank", "m"),
		Games:    Bind("a", "games of this variant", "a"),
		Card:     Bind("F5", "rules", "f5"),
		Back:     Bind("esc", "back", "esc", "q"),
	}
}

// ScheduleKeys look through the tournaments of a club.
type ScheduleKeys struct {
	PageKeys
	Open, New, Join, Card, Back key.Binding
}

func NewScheduleKeys() ScheduleKeys {
	return ScheduleKeys{
		PageKeys: NewPageKeys(),
		Open:     Bind("enter", "standings and games", "enter", " "),
		New:      Bind("n", "new tournament", "n"),
		Join:     Bind("J", "join the tournament", "J"),
		Card:     Bind("F5", "rules", "f5"),
		Back:     Bind("esc", "back", "esc", "q"),
	}
}

// TournamentKeys are those of a tournament.
type TournamentKeys struct {
	PageKeys
	Open, Join, Pause, Leave, Panel key.Binding
	Begin, Cancel, Copy, Games      key.Binding
	Card, Back                      key.Binding
}

func NewTournamentKeys() TournamentKeys {
	return TournamentKeys{
		PageKeys: NewPageKeys(),
		Open:     Bind("enter", "watch the game", "enter", " "),
		Join:     Bind("J", "join, or return after a pause", "J"),
		Pause:    Bind("P", "pause", "P"),
		Leave:    Bind("W", "withdraw", "W"),
		Panel:    Bind("tab", "standings or games", "tab", "left", "right"),
		Begin:    Bind("B", "begin now (organiser)", "B"),
		Cancel:   Bind("X", "cancel the tournament (organiser)", "X"),
		Copy:     Bind("c", "copy the standings", "c"),
		Games:    Bind("v", "view the games (PGN)", "v"),
		Card:     Bind("F5", "rules", "f5"),
		Back:     Bind("esc", "back", "esc", "q"),
	}
}
