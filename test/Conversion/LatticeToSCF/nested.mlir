// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Carried values and nesting.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Vector = #level.format<(i) -> (i : compressed)>

// y = A x: the sum of a row is carried through the columns, the state of the
// result through the rows.
// CHECK-LABEL: func @spmv
// CHECK-SAME:    (%[[A:.*]]: !level.storage<tensor<?x?xf64, #{{.*}}>>, %[[X:.*]]: !level.storage<tensor<?xf64>>, %[[Y:.*]]: !level.builder<tensor<?xf64>>, %[[M:.*]]: index, %{{.*}}: index)
func.func @spmv(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64>>, %y: !level.builder<tensor<?xf64>>, %m: index, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK:      %[[RESULT:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[M]] step {{.*}} iter_args(%[[STATE:.*]] = %[[Y]])
  // CHECK-NEXT:   %[[PA1:.*]], %{{.*}} = level.locate %[[A]] level 0 under %{{.*}} coords(%[[I]])
  // CHECK-NEXT:   %[[END:.*]] = arith.addi %[[PA1]]
  // CHECK-NEXT:   %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[A]] level 1 under %[[PA1]] to %[[END]]
  // CHECK:        %[[SUM:.*]] = scf.for %[[P:.*]] = %[[B]] to %[[E]] step {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (f64) {
  // CHECK-NEXT:     %[[J:.*]], %{{.*}} = level.pos_access %[[A]] level 1 at %[[P]] coords(%[[I]])
  // CHECK-NEXT:     %[[PX:.*]], %{{.*}} = level.locate %[[X]] level 0 under %{{.*}} coords(%[[J]])
  // CHECK:          scf.yield
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[PY:.*]], %{{.*}} = level.locate %[[STATE]] level 0
  // CHECK-NEXT:   %[[NEXT:.*]] = level.store %[[SUM]], %[[STATE]][%[[PY]]]
  // CHECK-NEXT:   scf.yield %[[NEXT]]
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[RESULT]]
  %result = lattice.coiterate "i" in %c0 to %m
      over (A1 = %A level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>)
      carry (%y : !level.builder<tensor<?xf64>>) {
    point [U | A1] {
    ^bb0(%i: index, %pA1: index, %state: !level.builder<tensor<?xf64>>):
      %end = arith.addi %pA1, %c1 : index
      %sum = lattice.coiterate "j" in %c0 to %n
          over (A2 = %A level 1 under %pA1 to %end coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>,
                x1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>)
          carry (%zero : f64) {
        point [A2 | x1] {
        ^bb0(%j: index, %pA2: index, %px: index, %acc: f64):
          %a = level.load %A[%pA2] : !level.storage<tensor<?x?xf64, #CSR>>
          %b = level.load %x[%px] : !level.storage<tensor<?xf64>>
          %v = arith.mulf %a, %b : f64
          %next = arith.addf %acc, %v : f64
          lattice.yield %next : f64
        }
      }
      %py, %found = level.locate %state level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %next = level.store %sum, %state[%py] : f64, !level.builder<tensor<?xf64>>
      lattice.yield %next : !level.builder<tensor<?xf64>>
    }
  }
  return %result : !level.builder<tensor<?xf64>>
}

// A region that several loops need is copied into each, with what is nested in
// it. Values from outside, and a yielded argument, stay what they are.
// CHECK-LABEL: func @copied
// CHECK-SAME:    (%{{.*}}: !level.storage<{{.*}}>, %[[N:.*]]: index, %[[X:.*]]: f64, %[[OTHER:.*]]: f64)
// CHECK:         scf.while
// CHECK:           scf.if
// CHECK-NEXT:        scf.yield %[[OTHER]], %[[N]] : f64, index
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.if
// CHECK:               %[[INNER:.*]] = scf.for
// CHECK-NEXT:            func.call @visit
// CHECK:               scf.yield %[[INNER]], %{{.*}} : f64, index
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-NEXT:        func.call @visit
// CHECK:         scf.for
// CHECK-NOT:       func.call
// CHECK:         return
// CHECK-NOT:     lattice
func.func @copied(%b: !level.storage<tensor<?xf64, #Vector>>, %n: index, %x: f64, %other: f64) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Vector>>)
      carry (%x : f64, %c0 : index) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index, %acc: f64, %count: index):
      lattice.yield %other, %n : f64, index
    }
    point [b1] {
    ^bb0(%i: index, %pb: index, %acc: f64, %count: index):
      %inner = lattice.coiterate "j" in %c0 to %i over () carry (%acc : f64) {
        point [U] {
        ^bb0(%j: index, %acc2: f64):
          func.call @visit(%i, %j) : (index, index) -> ()
          lattice.yield %acc2 : f64
        }
      }
      lattice.yield %inner, %count : f64, index
    }
    point [c1] {
    ^bb0(%i: index, %pc: index, %acc: f64, %count: index):
      lattice.yield %acc, %i : f64, index
    }
  }
  return %r#0, %r#1 : f64, index
}

func.func private @visit(index, index)
