import { send } from '../../../api/http/send.ts';

const prefix = '/api/console/auth';

export const readAuth = <T>(path: string): Promise<T> => send<T>(`${prefix}${path}`);
export const askAuth = <T>(path: string, body: unknown): Promise<T> => send<T>(`${prefix}${path}`, { method: 'POST', body });
