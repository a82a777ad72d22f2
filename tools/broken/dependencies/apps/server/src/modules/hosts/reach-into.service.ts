export { findUser } from '../identity/identity.repository.ts';
