//! Clients of game servers, against servers that speak as the real ones do.

mod bot;
mod hnefatafl_org;
mod hnefatafl_org_offers;
mod hnefatafl_org_records;
mod hostile;
mod scripted_server;
mod tablut;
mod tablut_server;
