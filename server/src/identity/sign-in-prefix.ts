/** Prefix of the sign-in addresses. */
export const signInPrefix = '/api/console/auth';
