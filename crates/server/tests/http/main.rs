//! The HTTP door from outside: the real binary on a free port, called over plain sockets, so that what no client
//! library would send can be sent too.

mod answers;
mod bombs;
mod hostility;
mod order;
mod place;
mod refusals;
