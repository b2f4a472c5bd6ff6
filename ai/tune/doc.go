// Package tune finds weights for the evaluation from games that the engine
// plays with itself: it collects quiet positions with what became of them, and
// fits the weights so that values predict results (the method of P. Österlund's
// Texel: logistic loss, here by gradient). Everything follows from a seed. It
// imports ai and chess; start reading at [Play.Samples] and [Fit.Weights].
package tune
