import { everyPage } from './every-page-suite.ts';

everyPage({ width: 390, language: 'en-US', theme: 'dark' });
