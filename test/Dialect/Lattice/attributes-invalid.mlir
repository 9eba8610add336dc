// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected the level of segment "a" not to be negative, got -1}}
func.func private @level() attributes {a = #lattice.segment<"a" level -1 along [0]>}

// -----

// expected-error @+1 {{expected segment "a" to be along a variable}}
func.func private @no_variable() attributes {a = #lattice.segment<"a" level 0 along []>}

// -----

// expected-error @+1 {{segment "a" is along no such variable: -2}}
func.func private @variable() attributes {a = #lattice.segment<"a" level 0 along [1, -2]>}

// -----

// expected-error @+1 {{segment "a" is along a variable twice}}
func.func private @twice() attributes {a = #lattice.segment<"a" level 0 along [1, 1]>}

// -----

// expected-error @+1 {{expected segment "a" to have a positive stride, got -3}}
func.func private @stride() attributes {a = #lattice.segment<"a" level 0 along [1] strided -3>}

// -----

// expected-error @+1 {{expected numbers of segments in a point, got -1}}
func.func private @point() attributes {a = #lattice.point<[-1]>}

// -----

// expected-error @+1 {{a point names a segment twice}}
func.func private @point_twice() attributes {a = #lattice.point<[1] locate [1]>}

// -----

// expected-error @+1 {{expected a point to have a segment}}
func.func private @empty() attributes {a = #lattice.point<>}

// -----

// expected-error @+1 {{expected a union of points, got 1 : i64}}
func.func private @union() attributes {a = #lattice.point<any [[#lattice.point<[0]>, 1]]>}

// -----

// expected-error @+1 {{expected more copies than the limit}}
func.func private @copies() attributes {a = #lattice.copies<3, limit 4>}

// -----

func.func @exact(%p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected 'copies' with 'guarded' only}}
  lattice.coiterate "i" in %p to %p copies(limit 32) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @elements(%p: index) {
  // expected-error @+1 {{'lattice.coiterate' op attribute 'segments' failed to satisfy constraint: an array of segments}}
  "lattice.coiterate"(%p, %p) <{name = "i", segments = ["a1"], points = [#lattice.point<[0]>], operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    lattice.yield
  }) : (index, index) -> ()
  return
}

// -----

// expected-error @+1 {{expected a segment to have a name}}
func.func private @name() attributes {a = #lattice.segment<"" level 0 along [0]>}
