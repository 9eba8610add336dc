// RUN: weft-opt %s -convert-lattice-to-scf -remarks-filter=weft -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s --check-prefix=LOOPS

// The body of a large loop is not copied for a version without search.

#Vector = #level.format<(i) -> (i : compressed)>

func.func private @use(index, index, index)

// LOOPS-LABEL: func @large
// LOOPS:         scf.while
// LOOPS-NOT:     scf.while
// LOOPS:         return
func.func @large(%b: !level.storage<tensor<?xf64, #Vector>>, %c: !level.storage<tensor<?xf64, #Vector>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: large-bodies.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] gallop {{.*}}Remark="the loop has no version without search, since its body has more than 64 operations"
  lattice.coiterate "i" in %c0 to %n gallop(16)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
      func.call @use(%i, %pb, %pc) : (index, index, index) -> ()
    }
  }
  return
}
