/** The processors that Windows programs are made for, as packages and copies name them. */
export const architectures = ['x86', 'x64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** How Windows lists a copy: as a product of the Windows Installer, or by the entry of a setup program. */
export const families = ['msi', 'exe'] as const;
export type Family = (typeof families)[number];

/** Whose a copy is: shared by all users of the machine, or one user's own. */
export const copyScopes = ['machine', 'user'] as const;
export type CopyScope = (typeof copyScopes)[number];
