//! Functions of one element: at the end of another kernel, or as separate kernels.

use super::dispatch::Dispatch;
use super::elem::Elem;
use super::operand::Operand;
use super::wgsl::Wgsl;

/// NaN where a function is undefined: adapters need not return it, and SwiftShader returns a number. Passed at run
/// time, because WGSL refuses constants that are not finite.
const NAN: &str = "T(bitcast<f32>(p.nan))";

/// A function of one element.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activation {
    /// x
    #[default]
    None,
    /// max(x, 0)
    Relu,
    /// min(max(x, 0), 6)
    Relu6,
    /// min(max(x, -1), 1)
    ReluN1To1,
    /// min(max(x, 0), 1)
    Relu0To1,
    /// 1 / (1 + e^-x)
    Logistic,
    /// tanh x
    Tanh,
    /// x * relu6(x + 3) / 6
    HardSwish,
    /// x below 0: e^x - 1
    Elu,
    /// x below 0: alpha x
    LeakyRelu(f32),
    /// x/2 (1 + erf(x/sqrt 2)), erf by a rational approximation good to 2e-7
    Gelu,
    /// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
    GeluTanh,
    /// |x|
    Abs,
    /// -x
    Neg,
    /// x * x
    Square,
    /// square root
    Sqrt,
    /// 1 / square root
    Rsqrt,
    /// e^x
    Exp,
    /// natural logarithm
    Log,
    /// sine
    Sin,
    /// cosine
    Cos,
    /// largest integer not above
    Floor,
    /// smallest integer not below
    Ceil,
    /// nearest integer, halves to even
    Round,
    /// 1 for 0, and 0 for 1
    Not,
}

impl Activation {
    /// WGSL of `fn name(v: T) -> T`, for the given element type. Those that can be undefined need the uniform `nan`.
    pub(super) fn function(self, name: &str, elem: Elem) -> String {
        let t = elem.ty();
        let body = match self {
            Self::None => "return v;".to_owned(),
            Self::Relu => "return max(v, T(0.0));".to_owned(),
            Self::Relu6 => "return clamp(v, T(0.0), T(6.0));".to_owned(),
            Self::ReluN1To1 => "return clamp(v, T(-1.0), T(1.0));".to_owned(),
            Self::Relu0To1 => "return clamp(v, T(0.0), T(1.0));".to_owned(),
            // e^-x overflows to infinity for very negative x on some drivers; float32 ends at 88.
            Self::Logistic => "return T(1.0) / (T(1.0) + exp(min(-v, T(88.0))));".to_owned(),
            // Beyond 10 the result is 1 in float32; drivers that compute e^2x would return NaN for large x.
            Self::Tanh => "return tanh(clamp(v, T(-10.0), T(10.0)));".to_owned(),
            Self::HardSwish => "return v * clamp(v + T(3.0), T(0.0), T(6.0)) * (1.0 / 6.0);".to_owned(),
            Self::Elu => "return select(exp(min(v, T(0.0))) - T(1.0), v, v > T(0.0));".to_owned(),
            Self::LeakyRelu(alpha) => format!("return select(v * {}, v, v > T(0.0));", literal(alpha)),
            // Abramowitz and Stegun 7.1.26 has five terms and an error below 1.5e-7.
            Self::Gelu => "let x = abs(v) * 0.70710678; let t = T(1.0) / (T(1.0) + 0.3275911 * x);\n\
                let e = T(1.0) - ((((1.061405429 * t - T(1.453152027)) * t + T(1.421413741)) * t - T(0.284496736)) * t \
                + T(0.254829592)) * t * exp(-x * x);\n\
                return 0.5 * v * (T(1.0) + select(-e, e, v >= T(0.0)));"
                .to_owned(),
            Self::GeluTanh => "return 0.5 * v * (T(1.0) + tanh(clamp(0.7978845608 * (v + 0.044715 * v * v * v), \
                T(-10.0), T(10.0))));"
                .to_owned(),
            Self::Abs => "return abs(v);".to_owned(),
            Self::Neg => "return -v;".to_owned(),
            Self::Square => "return v * v;".to_owned(),
            Self::Sqrt => format!("return select(sqrt(v), {NAN}, v < T(0.0));"),
            Self::Rsqrt => format!("return select(T(1.0) / sqrt(v), {NAN}, v < T(0.0));"),
            Self::Exp => "return exp(v);".to_owned(),
            Self::Log => format!("return select(log(v), {NAN}, v < T(0.0));"),
            Self::Sin => "return sin(v);".to_owned(),
            Self::Cos => "return cos(v);".to_owned(),
            Self::Floor => "return floor(v);".to_owned(),
            Self::Ceil => "return ceil(v);".to_owned(),
            Self::Round => "return round(v);".to_owned(),
            Self::Not => "return T(1.0) - v;".to_owned(),
        };
        format!("fn {name}(v: {t}) -> {t} {{ {} }}\n", body.replace("T(", &format!("{t}(")))
    }

    /// Whether it is undefined for some numbers.
    pub fn is_partial(self) -> bool {
        matches!(self, Self::Log | Self::Sqrt | Self::Rsqrt)
    }

    /// Declares `fn act(v: T) -> T`, for the given element type.
    pub(super) fn declare(self, s: Wgsl, elem: Elem) -> Wgsl {
        let s = if self.is_partial() { s.uniform("nan", f32::NAN.to_bits()) } else { s };
        s.helper(&self.function("act", elem))
    }
}

/// A float as a WGSL literal.
fn literal(v: f32) -> String {
    // Rust prints floats with enough digits to read the same value back; exponents are valid WGSL.
    format!("{v:?}f")
}

/// The kernel `y = f(x)` over `len` elements.
pub fn unary(f: Activation, len: u64, x: Operand, y: Operand) -> Dispatch {
    f.declare(Wgsl::new().read("x", Elem::Four, x), Elem::Four).finish_flat(
        "unary",
        (Elem::Four, y),
        len.div_ceil(4),
        "store(i, act(x(i)));",
    )
}
