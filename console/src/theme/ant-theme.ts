import { theme as antd, type ThemeConfig } from 'antd';
import { mono, palettes, sans, type Mode, type Palette } from './palette.ts';

function tokens(c: Palette, mode: Mode): NonNullable<ThemeConfig['token']> {
  return {
    // Ink, so that the primary button is the darkest element of a page.
    colorPrimary: c.ink,
    colorTextLightSolid: c.onInk,
    colorInfo: c.pen,
    colorLink: c.pen,
    colorLinkHover: c.pen,
    colorSuccess: c.go,
    colorWarning: c.amber,
    colorError: c.stop,
    colorSuccessBg: c.goWash,
    colorWarningBg: c.amberWash,
    colorErrorBg: c.stopWash,
    colorInfoBg: c.penWash,
    colorText: c.ink,
    colorTextSecondary: c.ink2,
    colorTextTertiary: c.quiet,
    colorTextDescription: c.quiet,
    colorTextPlaceholder: c.quiet,
    colorTextDisabled: c.faint,
    colorBgLayout: c.paper,
    colorBgContainer: c.sheet,
    colorBgElevated: c.sheet,
    colorBgSpotlight: mode === 'dark' ? '#32363e' : c.ink,
    colorBorder: c.line2,
    colorBorderSecondary: c.line,
    colorSplit: c.line,
    colorFillAlter: c.sunken,
    colorFillTertiary: c.sunken,
    controlItemBgActive: c.railOn,
    controlItemBgActiveHover: c.railOn,
    controlItemBgHover: c.hover,
    controlOutline: c.penWash,
    controlOutlineWidth: 3,
    lineWidthFocus: 2,
    fontFamily: sans,
    fontFamilyCode: mono,
    fontSize: 14,
    fontSizeSM: 12,
    fontSizeLG: 16,
    lineHeight: 1.57,
    fontWeightStrong: 600,
    borderRadius: 6,
    borderRadiusSM: 4,
    borderRadiusXS: 4,
    borderRadiusLG: 8,
    controlHeight: 32,
    controlHeightSM: 26,
    controlHeightLG: 40,
    boxShadow: 'none',
    boxShadowTertiary: 'none',
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationFast: '0.1s',
    motionDurationMid: '0.16s',
    motionDurationSlow: '0.2s',
    wireframe: false,
  };
}

function components(c: Palette): NonNullable<ThemeConfig['components']> {
  const field = { activeBorderColor: c.pen, hoverBorderColor: c.quiet };
  return {
    Button: {
      fontWeight: 400,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      primaryColor: c.onInk,
      contentFontSize: 13,
      defaultBg: c.sheet,
    },
    Input: field,
    InputNumber: field,
    Select: { ...field, optionSelectedBg: c.railOn, optionSelectedFontWeight: 600 },
    DatePicker: field,
    Segmented: { trackBg: c.sheet, itemSelectedBg: c.railOn, itemSelectedColor: c.ink },
    Tabs: { inkBarColor: c.ink, itemSelectedColor: c.ink, itemColor: c.quiet, itemHoverColor: c.ink },
    Tag: { defaultBg: c.sunken, defaultColor: c.ink2, borderRadiusSM: 4 },
    Tooltip: { fontSize: 12 },
    Form: { labelColor: c.ink, labelFontSize: 13, verticalLabelPadding: '0 0 4px', itemMarginBottom: 16 },
    Alert: { withDescriptionPadding: '10px 16px', defaultPadding: '10px 16px' },
  };
}

/** Ant Design in the colours and fonts of this console. */
export function antTheme(mode: Mode): ThemeConfig {
  const c = palettes[mode];
  return {
    algorithm: mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    cssVar: { key: `tollgate-${mode}` },
    hashed: false,
    token: tokens(c, mode),
    components: components(c),
  };
}
