/** What control administers; the API service implements it, so the words stand below both. */
export type {
  Administration,
  ApplicationInput,
  CreatedApplication,
  PersonAccount,
  RegisteredApplication,
} from '../protocol/administration.js';
