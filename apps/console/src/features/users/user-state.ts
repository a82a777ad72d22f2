import type { SiteUser } from '@patchkeep/contract/users';

export type UserStateWord = 'Active' | 'Invited' | 'Invitation expired' | 'Disabled' | 'Removed';

export const stateText = ({
  state,
  invitationExpires,
}: Pick<SiteUser, 'state' | 'invitationExpires'>): UserStateWord => {
  if (state === 'invited') return invitationExpires === null ? 'Invitation expired' : 'Invited';
  return ({ active: 'Active', disabled: 'Disabled', removed: 'Removed' } as const)[state];
};
