/** Where the addresses of sign-in begin. */
export const signInPrefix = '/api/console/auth';
