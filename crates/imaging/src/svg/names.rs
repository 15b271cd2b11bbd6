//! The lists of elements, attributes, namespaces and style functions that a picture may have.

/// The namespace of SVG.
pub(super) const SVG: &str = "http://www.w3.org/2000/svg";
/// The namespace of `xlink:href`.
pub(super) const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The namespace of `xml:lang`, whose prefix needs no declaration.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The name of an element, as the list has it. `None` if it is not on the list.
pub(super) fn element(name: &str) -> Option<&'static str> {
    ELEMENTS.binary_search(&name).ok().map(|index| ELEMENTS[index])
}

/// Whether an attribute without a prefix is on the list. Its value is checked separately.
pub(super) fn is_attribute(name: &str) -> bool {
    ATTRIBUTES.binary_search(&name).is_ok() || is_free_text(name)
}

/// Whether the value of an attribute is free text, never CSS.
pub(super) fn is_free_text(name: &str) -> bool {
    let is_name = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    matches!(name, "id" | "class" | "lang" | "role" | "tabindex" | "focusable" | "result" | "name")
        || name.strip_prefix("data-").is_some_and(is_name)
        || name.strip_prefix("aria-").is_some_and(is_name)
}

/// Whether an animation may change an attribute. Addresses, styles and types may not be animated.
pub(super) fn is_animated(name: &str) -> bool {
    ATTRIBUTES.binary_search(&name).is_ok() && !matches!(name, "style" | "type" | "attributeName")
}

/// Whether a namespace belongs to a drawing program, so that browsers ignore its elements and attributes.
pub(super) fn is_inert_namespace(uri: &str) -> bool {
    INERT_NAMESPACES.iter().any(|known| uri.starts_with(known))
}

/// Whether a CSS function, named in lower case, loads nothing.
pub(super) fn is_style_function(name: &str) -> bool {
    STYLE_FUNCTIONS.binary_search(&name).is_ok()
}

#[rustfmt::skip] // A list reads better than a column.
const ELEMENTS: &[&str] = &[
    "a", "animate", "animateColor", "animateMotion", "animateTransform", "circle", "clipPath", "defs", "desc",
    "ellipse", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix",
    "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB",
    "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset",
    "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence", "filter", "g", "image", "line",
    "linearGradient", "marker", "mask", "mpath", "path", "pattern", "polygon", "polyline", "radialGradient", "rect",
    "set", "stop", "style", "svg", "switch", "symbol", "text", "textPath", "title", "tspan", "use", "view",
];

#[rustfmt::skip] // A list reads better than a column.
const ATTRIBUTES: &[&str] = &[
    "accumulate", "additive", "alignment-baseline", "amplitude", "attributeName", "attributeType", "azimuth",
    "baseFrequency", "baseProfile", "baseline-shift", "begin", "bias", "by", "calcMode", "clip", "clip-path",
    "clip-rule", "clipPathUnits", "color", "color-interpolation", "color-interpolation-filters", "color-profile",
    "color-rendering", "contentScriptType", "contentStyleType", "crossorigin", "cursor", "cx", "cy", "d",
    "diffuseConstant", "direction", "display", "divisor", "dominant-baseline", "dur", "dx", "dy", "edgeMode",
    "elevation", "enable-background", "end", "exponent", "fill", "fill-opacity", "fill-rule", "filter",
    "filterRes", "filterUnits", "flood-color", "flood-opacity", "font", "font-family", "font-feature-settings",
    "font-kerning", "font-size", "font-size-adjust", "font-stretch", "font-style", "font-variant",
    "font-variant-ligatures", "font-variation-settings", "font-weight", "fr", "from", "fx", "fy",
    "glyph-orientation-horizontal", "glyph-orientation-vertical", "gradientTransform", "gradientUnits", "height",
    "image-rendering", "in", "in2", "intercept", "isolation", "k1", "k2", "k3", "k4", "kernelMatrix",
    "kernelUnitLength", "kerning", "keyPoints", "keySplines", "keyTimes", "lengthAdjust", "letter-spacing",
    "lighting-color", "limitingConeAngle", "line-height", "marker", "marker-end", "marker-mid", "marker-start",
    "markerHeight", "markerUnits", "markerWidth", "mask", "mask-type", "maskContentUnits", "maskUnits", "max",
    "media", "method", "min", "mix-blend-mode", "mode", "numOctaves", "offset", "opacity", "operator", "order",
    "orient", "origin", "overflow", "overflow-x", "overflow-y", "paint-order", "path", "pathLength",
    "patternContentUnits", "patternTransform", "patternUnits", "pointer-events", "points", "pointsAtX",
    "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "r", "radius", "refX",
    "refY", "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "restart", "rotate", "rx", "ry",
    "scale", "seed", "shape-rendering", "side", "slope", "spacing", "specularConstant", "specularExponent",
    "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "stop-color", "stop-opacity", "stroke",
    "stroke-alignment", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "stroke-opacity", "stroke-width", "style", "surfaceScale", "systemLanguage",
    "tableValues", "target", "targetX", "targetY", "text-align", "text-anchor", "text-decoration",
    "text-orientation", "text-overflow", "text-rendering", "text-transform", "textLength", "to", "transform",
    "transform-box", "transform-origin", "type", "unicode-bidi", "values", "vector-effect", "version", "viewBox",
    "viewTarget", "visibility", "white-space", "width", "word-spacing", "writing-mode", "x", "x1", "x2",
    "xChannelSelector", "y", "y1", "y2", "yChannelSelector", "z", "zoomAndPan",
];

const INERT_NAMESPACES: &[&str] = &[
    "http://boxy-svg.com",
    "http://creativecommons.org/ns#",
    "http://krita.org/namespaces/",
    "http://ns.adobe.com/",
    "http://purl.org/dc/",
    "http://schemas.microsoft.com/visio/",
    "http://sodipodi.sourceforge.net/",
    "http://vectornator.io",
    "http://web.resource.org/cc/",
    "http://www.bohemiancoding.com/sketch/ns",
    "http://www.figma.com/figma/ns",
    "http://www.inkscape.org/namespaces/",
    "http://www.openswatchbook.org/",
    "http://www.serif.com/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://xml.openoffice.org/svg/export",
    "https://boxy-svg.com",
    "https://sketch.io/",
];

#[rustfmt::skip] // A list reads better than a column.
const STYLE_FUNCTIONS: &[&str] = &[
    "blur", "brightness", "calc", "circle", "clamp", "color", "color-mix", "contrast", "cubic-bezier",
    "drop-shadow", "ellipse", "format", "grayscale", "hsl", "hsla", "hue-rotate", "hwb", "inset", "invert", "is",
    "lab", "lang", "lch", "local", "matrix", "matrix3d", "max", "min", "not", "nth-child", "nth-last-child",
    "nth-last-of-type", "nth-of-type", "oklab", "oklch", "opacity", "path", "perspective", "polygon", "rect", "rgb",
    "rgba", "rotate", "rotate3d", "rotatex", "rotatey", "rotatez", "saturate", "scale", "scale3d", "scalex",
    "scaley", "scalez", "sepia", "skew", "skewx", "skewy", "steps", "translate", "translate3d", "translatex",
    "translatey", "translatez", "var", "where",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_have_neither_events_nor_addresses() {
        for list in [ELEMENTS, ATTRIBUTES, STYLE_FUNCTIONS] {
            assert!(list.is_sorted(), "{:?}", list.windows(2).find(|pair| pair[0] > pair[1]));
        }
        assert!(!ATTRIBUTES.iter().any(|name| name.starts_with("on") || name.contains("href") || name.contains("src")));
    }
}
