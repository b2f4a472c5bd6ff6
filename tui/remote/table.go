package remote

import (
	"context"
	"errors"
	"time"

	"rookery/chess"
)

// TableLine is a line to a game, here or at a server that this program is a client of. A *lobby.Reader is one.
type TableLine interface {
	// C gives the newest snapshot after a change; it is closed when no more will come.
	C() <-chan Snapshot
	// Err tells why C was closed.
	Err() error
	Leave()
	Move(ctx context.Context, text string) error
	Offer(ctx context.Context, o Offer) error
	Accept(ctx context.Context) error
	Decline(ctx context.Context) error
	Resign(ctx context.Context) error
	Abort(ctx context.Context) error
	ClaimDraw(ctx context.Context) error
	ClaimWin(ctx context.Context) error
	Say(text string) error
	SetLag(d time.Duration)
	Past(ply int) (chess.View, bool)
}

// Errors of those who sit at tables.
var (
	ErrNotSeated = errors.New("you are a spectator: only the players can do that")
	ErrNotYet    = errors.New("your opponent may still return: wait for the countdown")
	// ErrElsewhere tells why a line was closed.
	ErrElsewhere = errors.New("you joined this game in another window")
)

// Seat is where somebody sits at a table.
type Seat uint8

// The seats; the first two are by Color.
const (
	WhiteSeat Seat = iota
	BlackSeat
	Spectator
)

// Player tells whose seat it is; ok is false for a spectator.
func (s Seat) Player() (c chess.Color, ok bool) { return chess.Color(s & 1), s != Spectator }

// Offer is something that both players must want.
type Offer string

// The offers.
const (
	NoOffer  Offer = ""
	Draw     Offer = "draw"
	TakeBack Offer = "take back"
	Abort    Offer = "abort"
	Rematch  Offer = "rematch"
)

// Line is something said at a table or in the lobby.
type Line struct {
	From Player
	At   time.Time
	Text string // clean
	Pair int    // whom alone it is for, of a game of partners; 0 for all
}

// PartnerSign begins what is said to the partner alone, in a game of partners.
const PartnerSign = "/"

// Snapshot is a table as one observer may know it. It shares nothing with the
// table and is never changed.
type Snapshot struct {
	Table   string
	Terms   Terms
	Players [2]Player // by Color
	Ratings [2]Rating // at the start, by Color
	Seat    Seat      // of the one it was made for
	Ply     int
	Turn    chess.Color
	View    chess.View
	// Start is the FEN of the first position; empty while fog hides it.
	Start string
	Began time.Time
	// Moves as MoveText writes them; empty where fog hides a move.
	Moves []string
	// Tries are the moves that the observer may make now, in the UCI form of Move;
	// Legal are the same moves in the same order.
	Tries []string
	Legal []chess.Move
	// Claim is the draw that the rules grant the observer, who is to move.
	Claim chess.Reason
	Left  [2]time.Duration // by Color, at At
	// Running tells whether the time of Turn runs from At on.
	Running bool
	// Outage says why the clocks stand although the game goes on; empty for no reason.
	Outage string
	At     time.Time
	Clock  chess.Clock // the same for every time to come
	// Tournament is that of the game, nil for none; it is never changed. Berserk tells who has
	// half his time, and MayBerserk whether the observer can choose it now.
	Tournament *TournamentTable
	Berserk    [2]bool
	MayBerserk bool
	Offer      Offer
	OfferBy    chess.Color
	// ClaimAt is, by Color, when the other side may claim the game because this
	// one's line is gone; zero while it is there.
	ClaimAt [2]time.Time
	Outcome chess.Outcome
	Aborted bool
	Watched int // spectators
	Next    string
	Chat    []Line
	// Plan is the observer's conditional moves, lines that begin with a move of the other side.
	Plan [][]string
	// Twin is the other board of a game of partners; nil of others. It has no Twin, no chat and no moves to make.
	Twin *Snapshot
	// Last is the last move, of a game of partners that hides nothing.
	Last chess.Move
	// Gifts are the pieces that came from the other board.
	Gifts []chess.Gift
	// FirstMove is how long the side to move has for its first move, from At on; 0 for no limit.
	FirstMove time.Duration
}

// Over tells whether the game has ended.
func (s Snapshot) Over() bool { return s.Aborted || s.Outcome.Over() }

// TournamentTable says of a game to which tournament it belongs. It stands in the event that begins the game.
type TournamentTable struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Round string `json:"round"` // as PGN writes it: 3.1
	// Berserk may be asked for, and Extra is what the clock of either side has more, by Color.
	Berserk bool             `json:"berserk,omitempty"`
	Extra   [2]time.Duration `json:"extra,omitzero"`
	// Host is the ID of who plays a simul: he sits at all its tables.
	Host string `json:"host,omitempty"`
	// Teams for which the two play, by Color; empty for none.
	Teams [2]string `json:"teams,omitzero"`
}
