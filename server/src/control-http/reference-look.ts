import { readFileSync } from 'node:fs';
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

const assets = new URL('../../../console/src/assets/', import.meta.url);

/** The page describes only this service, so the field for another document's URL is removed. */
const style = `
.swagger-ui .topbar .download-url-wrapper { display: none; }
.swagger-ui .topbar .topbar-wrapper { flex-direction: row; align-items: center; }
.swagger-ui .topbar a { flex: 0 1 auto; margin-right: auto; }
.swagger-ui .topbar img, .swagger-ui .topbar svg:not(button svg) { height: 32px; width: auto; }
`;

/** Logo and small corrections of the reference page. It shows no name, because operators name the service. */
export function referenceLook(): Pick<FastifySwaggerUiOptions, 'logo' | 'theme'> {
  const type = 'image/svg+xml';
  const icon = readFileSync(new URL('icon.svg', assets));
  return {
    logo: { type, content: icon, href: '/docs', target: '_self' },
    theme: {
      title: 'API reference',
      css: [{ filename: 'tollgate.css', content: style }],
      favicon: [{ filename: 'icon.svg', rel: 'icon', sizes: 'any', type, content: icon }],
    },
  };
}
