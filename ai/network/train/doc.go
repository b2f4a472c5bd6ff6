// Package train finds the numbers of a [network.Network]: it reads positions with
// their values, fits the network to what the hand-crafted evaluation lacks, or to all of their
// value, and writes it in whole numbers.
//
// It imports chess, ai and ai/network. Begin with [Fit].
package train
