import './identity.tables.ts';
import './sso/sso.tables.ts';

export { breachedPasswords } from './account/breached-passwords.service.ts';
export { authenticator, type Authenticator } from './authenticate.service.ts';
export { errorReports } from './error-report.service.ts';
export type { ProductFacts, SessionFacts } from './handshake.service.ts';
export { identityRoutes } from './identity.routes.ts';
export { recheckDomains, tellDomainRecord } from './sso/domains.jobs.ts';
export { textRecords } from './sso/domain-proof.service.ts';
export { sweepSessions } from './identity.jobs.ts';
export { invitationTexts } from './users/invitation-text.factory.ts';
export { tellBreakGlassUse } from './users/break-glass.jobs.ts';
export { mailInvitations } from './users/invitations.jobs.ts';
export { inNamedSite } from './named-site.service.ts';
export { passwordKeeper } from './password.service.ts';
export {
  findRecipient,
  listAdministratorIds,
  listWriterNames,
  type Recipient,
  userHolds,
  userName,
} from './user-rights.service.ts';
export { listPasskeysOfHolders, type SigningPasskey } from './factors/signing-passkeys.queries.ts';
export { endAllSessions } from './sessions.repository.ts';
export { addUser, createUser, type NewUser, removeFactors, resetPassword, unlockUser } from './users.service.ts';
export { findLogin } from './users.repository.ts';
export { findUser, listUsableSites } from './users.queries.ts';
