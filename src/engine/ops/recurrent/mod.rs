//! Recurrent operators: RNN, LSTM, SVDF and their forms over sequences, in one direction or both.
//!
//! Notation: `x` is the input of a step, `h` the hidden state (the result of the previous step), `c` the cell state,
//! `σ` the sigmoid, `⊙` the elementwise product. Matrices have a row for each element of their result.
//!
//! RNN, with input weights `W`, recurrent weights `R` and bias `b`:
//!
//! ```text
//! h' = act(W x + R h + b)
//! ```
//!
//! LSTM, where each of the four gates has its weights `W`, `R` and bias `b`; `p` are the peepholes:
//!
//! ```text
//! f  = σ(W_f x + R_f h + p_f ⊙ c + b_f)      forget gate
//! i  = σ(W_i x + R_i h + p_i ⊙ c + b_i)      input gate; 1 - f where it has no weights
//! g  = act(W_c x + R_c h + b_c)              cell gate
//! c' = clip(f ⊙ c + i ⊙ g, cell_clip)
//! o  = σ(W_o x + R_o h + p_o ⊙ c' + b_o)     output gate
//! h' = o ⊙ act(c'), or with a projection clip(P (o ⊙ act(c')) + b_P, proj_clip)
//! ```
//!
//! With layer normalization the argument `a` of a gate, without its bias, becomes
//! `(a - mean(a)) / sqrt(var(a) + 1e-8) ⊙ n + b` before the activation.
//!
//! SVDF, a rank-`r` factorization of filters over the last `m` steps, with feature weights `F` and time weights `T`:
//!
//! ```text
//! s_f  = (F x)_f, appended to the last m - 1 features of filter f: the memory M_f
//! y_u  = act(b_u + Σ over the r filters f of unit u: Σ_k T_f[k] M_f[k])
//! ```
//!
//! Operators in both directions walk the sequence a second time from its end, with separate weights.

mod auxiliary;
pub mod basic;
mod int8;
pub mod lstm;
pub mod operands;
pub mod rnn;
pub mod svdf;

pub use auxiliary::{Auxiliary, Rows};
