// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),balance(f,p,q,8)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=ENTRIES
// RUN: weft-opt %s '-weft-apply-schedule=schedule=balance(i,p,q,8)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=ROWS

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// The entries of both operands before a combination of coordinates are counted, and
// the part is a window.
// ENTRIES-LABEL: func @sum
// ENTRIES:       lattice.coiterate "p" in %{{.*}} to %c8 over ()
// ENTRIES:         %[[BEGIN:.*]], %[[END:.*]] = lattice.share %p of 8 in(%[[M:.*]], %[[N:.*]]) {
// ENTRIES-NEXT:    ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
// ENTRIES:           %[[FIRST:.*]] = arith.addi
// ENTRIES:           %[[NEXT:.*]] = arith.addi
// ENTRIES:           %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[BS:.*]] level 1 under %[[FIRST]] to
// ENTRIES:           %[[INB:.*]] = level.search %[[BS]] level 1 in %[[B]] to %[[E]] for %[[J]] coords(%[[I]])
// ENTRIES:           %[[INC:.*]] = level.search %{{.*}} level 1 in %{{.*}} to %{{.*}} for %[[J]] coords(%[[I]])
// ENTRIES:           %[[WORK:.*]] = arith.addi %[[INB]], %[[INC]]
// ENTRIES-NEXT:      lattice.yield %[[WORK]] : index
// ENTRIES:         %[[SIZE:.*]] = arith.subi %[[END]], %[[BEGIN]]
// ENTRIES-NEXT:    lattice.coiterate "q" original ("i", "j") of (%[[M]], %[[N]]) from %[[BEGIN]] in %{{.*}} to %[[SIZE]] windowed over ({{[A-Z0-9]*}}12 = %[[BS]] level 0 to 1

// A loop over all rows has these to do besides the entries.
// ROWS-LABEL:    func @sum
// ROWS:          %[[BEGIN:.*]], %[[END:.*]] = lattice.share %p of 8 in(%{{.*}}) {
// ROWS-NEXT:     ^bb0(%[[I:.*]]: index):
// ROWS:            %[[B:.*]], %{{.*}} = level.pos_bounds %{{.*}} level 1
// ROWS:            %[[C:.*]], %{{.*}} = level.pos_bounds %{{.*}} level 1
// ROWS:            %[[BOTH:.*]] = arith.addi %[[B]], %[[C]]
// ROWS-NEXT:       %[[WORK:.*]] = arith.addi %[[BOTH]], %[[I]]
// ROWS-NEXT:       lattice.yield %[[WORK]] : index
// ROWS:          lattice.coiterate "q" original ("i") from %[[BEGIN]]
func.func @sum(%B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%B, %C) outs(%A) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?x?xf64, #CSR>>, %a: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %b[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %c[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %a[%i, %j] = %2 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Below the level that is iterated over, positions of all levels count.
// ENTRIES-LABEL: func @below
// ENTRIES:       lattice.share
// ENTRIES:         %[[J:.*]] = level.search %{{.*}} level 1
// ENTRIES:         %[[K:.*]], %{{.*}} = level.pos_bounds %{{.*}} level 2 under %[[J]] to %[[J]]
// ENTRIES:         %[[WORK:.*]] = arith.addi %[[J]], %[[K]]
// ENTRIES:         lattice.yield %[[WORK]]
func.func @below(%B: tensor<?x?x?xf64, #CSF>, %A: tensor<?x?xf64>, %m: index, %n: index, %o: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%B) outs(%A) extents(%m, %n, %o) {
  ^bb0(%b: !cin.ref<tensor<?x?x?xf64, #CSF>>, %a: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %eo {
        ^bb0(%k: !cin.index):
          %0 = cin.access %b[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
          cin.assign %a[%i, %j] arith.addf %0 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?x?xf64, #CSF>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Rows that are looked up by the coordinates of an operand are work below them: sums
// of their lengths come before the loop over parts.
// ENTRIES-LABEL: func @looked_up
// ENTRIES:       %[[LENGTHS:.*]] = level.init(%{{.*}}) : <tensor<?xi64>>
// ENTRIES:       %[[SUMS:.*]]:2 = lattice.coiterate "p" positions of counted original ("x1", "x2") {{.*}} carry (%[[LENGTHS]] : {{.*}}, %c0 : index)
// ENTRIES:         ^bb0(%{{.*}}: index, %[[K:.*]]: index, %{{.*}}: index, %[[P:.*]]: index, %[[S:.*]]: !level.builder<tensor<?xi64>>, %[[SUM:.*]]: index):
// ENTRIES:           %[[VALUE:.*]] = arith.index_cast %[[SUM]] : index to i64
// ENTRIES:           level.store %[[VALUE]], %[[S]][%[[P]]]
// ENTRIES:           %[[ROW:.*]], %{{.*}} = level.locate %{{.*}} level 0 under %c0 coords(%[[K]])
// ENTRIES:           %[[B:.*]], %[[E:.*]] = level.pos_bounds %{{.*}} level 1 under %[[ROW]] to
// ENTRIES:           %[[LENGTH:.*]] = arith.subi %[[E]], %[[B]]
// ENTRIES:           arith.addi %[[SUM]], %[[LENGTH]]
// ENTRIES:       %[[WEIGHTS:.*]] = level.open
// ENTRIES:       lattice.coiterate "p" in
// ENTRIES:         lattice.share
// ENTRIES:           %[[AT:.*]] = level.search
// ENTRIES:           level.load %[[WEIGHTS]][%[[AT]]]
// ENTRIES:       level.release
func.func @looked_up(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64>, %m: index, %n: index, %o: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%A, %B) outs(%C) extents(%m, %n, %o) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %b: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%k: !cin.index):
        cin.forall "l" to %eo {
        ^bb0(%l: !cin.index):
          %0 = cin.access %a[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%k, %l] : !cin.ref<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
