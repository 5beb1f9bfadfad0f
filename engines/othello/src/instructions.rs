//! Which of the processor's instructions the search is compiled for, chosen when it runs.
//!
//! A program for x86-64 may use what the first such processor had, in 2003. What bitboards live on came later: to
//! count bits (POPCNT), to find the lowest and the highest (BMI1, LZCNT), to shift by any number without detours
//! (BMI2), to add patterns in half as many vectors (AVX2). To ask for them at each flip would cost more than they
//! save. So the functions that make up the search are compiled twice from one text: the type of its
//! instructions is a parameter of [`Search`](crate::search::Search), and the question is asked once a move. The trap is that a
//! function which is not inlined into one of these is compiled on its own, for every processor: so what they
//! call is `#[inline(always)]`, or one of them.
//!
//! Searches take about a fifth less CPU time with them, in the endgame as in the midgame: nearly as little as in a
//! program built for its processor (`-C target-cpu=native`). Less came of the other ways that were tried: of a branch
//! at each call instead of the type, 8 % in the endgame, though as much in the midgame; of the last eleven squares
//! alone, 12 %; of closures that a function with these features calls, 3 %, because they are compiled on their own.

/// A kind of instructions that the search can be compiled for.
pub trait Instructions: Copy + Send + Sync {
    /// Themselves if they are the modern ones: a proof that this processor has them.
    fn modern(self) -> Option<Modern>;
}

/// Those that every processor has.
#[derive(Clone, Copy, Debug)]
pub struct Common;

/// Those of 2013 to 2015 as well, of a processor that has been found to have them.
#[derive(Clone, Copy, Debug)]
pub struct Modern(());

impl Modern {
    /// Those of this processor, if it has them all.
    pub fn here() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let has_all = false;
        has_all.then_some(Self(()))
    }
}

impl Instructions for Common {
    #[inline(always)]
    fn modern(self) -> Option<Modern> {
        None
    }
}

impl Instructions for Modern {
    #[inline(always)]
    fn modern(self) -> Option<Modern> {
        Some(self)
    }
}

/// What is there is asked at each call: half as good in the endgame, for who does not want a type parameter himself.
impl Instructions for Option<Modern> {
    #[inline(always)]
    fn modern(self) -> Option<Modern> {
        self
    }
}

/// Declares a method of [`Search`](crate::search::Search) that is compiled for both kinds of processors. What it does is in
/// the method after `=`, which is to be `#[inline(always)]`.
macro_rules! compiled_twice {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident(&mut $this:ident, $($argument:ident: $kind:ty),+) -> $result:ty = $body:ident
    ) => {
        $(#[$attribute])*
        $visibility fn $name(&mut $this, $($argument: $kind),+) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn with_modern<I: $crate::instructions::Instructions>(
                search: &mut $crate::search::Search<'_, I>,
                $($argument: $kind),+
            ) -> $result {
                search.$body($($argument),+)
            }
            #[cfg(target_arch = "x86_64")]
            if $this.instructions.modern().is_some() {
                // SAFETY: there is a `Modern` only if the processor has been found to have all of these features.
                #[expect(unsafe_code, reason = "the compiler cannot know on what the program will run")]
                return unsafe { with_modern($this, $($argument),+) };
            }
            $this.$body($($argument),+)
        }
    };
}

pub(crate) use compiled_twice;
