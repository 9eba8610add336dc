// RUN: weft-opt %s --print-lattices=dot | FileCheck %s --check-prefix=DOT
// RUN: weft-opt %s --print-lattices | FileCheck %s --check-prefix=TEXT

#Sparse = #level.format<(i) -> (i : compressed)>

// One graph for each coiteration, those around it first.
// DOT: {{^}}// i{{$}}
// DOT-NEXT: digraph lattice {
// DOT-NEXT:   p0 [label="{b1, c1}"];
// DOT-NEXT:   p1 [label="{b1}"];
// DOT-NEXT:   bottom [label="{}"];
// DOT-NEXT:   p0 -> bottom [label="b1"];
// DOT-NEXT:   p0 -> p1 [label="c1"];
// DOT-NEXT:   p1 -> bottom [label="b1"];
// DOT-NEXT: {{^}}}
// DOT-NEXT: {{^}}// j{{$}}
// DOT-NEXT: digraph lattice {
// DOT-NEXT:   p0 [label="{U | d1}"];
// DOT-NEXT:   bottom [label="{}"];
// DOT-NEXT:   p0 -> bottom [label="U"];
// DOT-NEXT: {{^}}}

// TEXT: {{^}}i{{$}}
// TEXT-NEXT: {{^}}  {b1, c1}{{$}}
// TEXT-NEXT: {{^}}    j{{$}}
// TEXT-NEXT: {{^}}      {U | d1}{{$}}
// TEXT-NEXT: {{^}}  {b1}{{$}}
func.func @nested(%b: !level.storage<tensor<?xf64, #Sparse>>,
                  %c: !level.storage<tensor<?xf64, #Sparse>>,
                  %d: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
      lattice.coiterate "j" in %c0 to %n
          over (d1 = %d level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
        point [U | d1] {
        ^bb1(%j: index, %pd: index):
          lattice.yield
        }
      }
      lattice.yield
    }
    point [b1] {
    ^bb0(%i: index, %pb: index):
      lattice.yield
    }
  }
  return
}

// The one loop of a guarded coiteration and the points that its region tells
// apart.
// DOT-NEXT: {{^}}// k{{$}}
// DOT-NEXT: digraph lattice {
// DOT-NEXT:   loop [label="{b1, c1 | d1}"];
// DOT-NEXT:   p0 [label="{b1}"];
// DOT-NEXT:   loop -> p0 [style=dashed];
// DOT-NEXT:   p1 [label="{c1 | d1}"];
// DOT-NEXT:   loop -> p1 [style=dashed];
// DOT-NEXT: {{^}}}

// TEXT-NEXT: {{^}}k guarded{{$}}
// TEXT-NEXT: {{^}}  {b1}{{$}}
// TEXT-NEXT: {{^}}  {c1 | d1}{{$}}
// TEXT-NEXT: {{^}}    l{{$}}
// TEXT-NEXT: {{^}}      {U}{{$}}
func.func @guarded(%b: !level.storage<tensor<?xf64, #Sparse>>,
                   %c: !level.storage<tensor<?xf64, #Sparse>>,
                   %d: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "k" in %c0 to %n guarded
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            d1 = %d level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    points [b1], [c1 | d1] {
    ^bb0(%k: index, %pb: index, %hasB: i1, %pc: index, %hasC: i1, %pd: index, %hasD: i1):
      lattice.coiterate "l" in %c0 to %n over () {
        point [U] {
        ^bb1(%l: index):
          lattice.yield
        }
      }
      lattice.yield
    }
  }
  return
}
