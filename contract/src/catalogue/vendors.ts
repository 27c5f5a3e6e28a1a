import { z } from 'zod';
import { modelKinds, regions } from '../enumerations.ts';
import { priceRequest } from './prices.ts';
import { createProviderRequest } from './providers.ts';

const site = z.object({
  region: z.enum(regions),
  provider: createProviderRequest.meta({ description: 'What to add, without a key. Its models are those below.' }),
});

const vendorModel = z.object({
  name: z.string(),
  upstream_model: z.string(),
  kind: z.enum(modelKinds),
  supported_parameters: z.array(z.string()).meta({ description: 'Request fields that the model supports; empty if unknown.' }),
  cost: priceRequest.meta({ description: 'List price of the vendor in CNY.' }),
  price: priceRequest.meta({ description: 'Cost with the margin of the installation.' }),
  note: z.string().nullable(),
});

export const vendorAnswer = z
  .object({
    name: z.string(),
    title: z.string(),
    title_zh: z.string(),
    needs_address: z
      .boolean()
      .meta({ description: 'Each customer has an own address there; `base_url` of the site shows its form.' }),
    sites: z.array(site),
    models: z.array(vendorModel),
    priced_as_of: z.string().nullable().meta({ description: 'Day of the list prices.' }),
  })
  .meta({ id: 'Vendor' });

export const vendorList = z
  .object({
    data: z.array(vendorAnswer),
    dialects: z
      .record(z.enum(modelKinds), z.array(z.string()))
      .meta({ description: 'Protocols of upstreams by kind of models, of all vendors and of none.' }),
  })
  .meta({ id: 'Vendors' });
export type VendorAnswer = z.output<typeof vendorAnswer>;
export type VendorList = z.output<typeof vendorList>;
