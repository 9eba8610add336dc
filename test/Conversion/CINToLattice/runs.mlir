// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),balance(f,p,q,8),parallelize(p,CPUThread,NoRaces)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=ALONE

// A loop over combinations of rows and columns appends to rows in runs, which it adds
// to their rows where these change and in the end. Threads may share a row.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @sum
// CHECK:       lattice.coiterate "p" {{.*}} parallel(static) partitions(0)
// CHECK:         %[[FIRST:.*]] = level.next %[[STATE:.*]] level 1
// CHECK:         lattice.share
// CHECK:         %[[DONE:.*]]:3 = lattice.coiterate "q" {{.*}} carry (%[[STATE]] : {{.*}}, %c0 : index, %[[FIRST]] : index)
// CHECK:           ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[S:.*]]: !level.builder{{.*}}, %[[PARENT:.*]]: index, %[[BEGIN:.*]]: index):
// CHECK:             %[[ROW:.*]], %{{.*}} = level.locate %[[S]] level 0
// CHECK:             %[[NEXT:.*]] = level.next %[[S]] level 1
// CHECK:             %[[OVER:.*]] = arith.cmpi ne, %[[ROW]], %[[PARENT]]
// CHECK-DAG:         %[[FROM:.*]] = arith.select %[[OVER]], %[[NEXT]], %[[BEGIN]]
// CHECK-DAG:         %[[STATE2:.*]] = scf.if %[[OVER]]
// CHECK:               %[[COUNT:.*]] = arith.subi %[[NEXT]], %[[BEGIN]]
// CHECK:               %[[ENDED:.*]] = level.append_children %[[S]] level 1 under %[[PARENT]] count %[[COUNT]] shared
// CHECK:               scf.yield %[[ENDED]]
// CHECK:             } else {
// CHECK:               scf.yield %[[S]]
// CHECK:             level.append_coord %[[STATE2]] level 1 coord %[[J]]
// CHECK:             lattice.yield %{{.*}}, %[[ROW]], %[[FROM]]
// CHECK:         %[[LAST:.*]] = level.next %[[DONE]]#0 level 1
// CHECK:         %[[ANY:.*]] = arith.cmpi ne, %[[LAST]], %[[DONE]]#2
// CHECK:         scf.if %[[ANY]]
// CHECK:         %[[REST:.*]] = arith.subi %[[LAST]], %[[DONE]]#2
// CHECK:         level.append_children %[[DONE]]#0 level 1 under %[[DONE]]#1 count %[[REST]] shared

// ALONE-LABEL: func @sum
// ALONE:       level.init(%{{.*}}, %{{.*}}) : <tensor<?x?xf64, #{{.*}}>>
// ALONE:       level.append_children
// ALONE-NOT:   shared
// ALONE-NOT:   level.take_child
func.func @sum(%B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%B, %C) outs(%A) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?x?xf64, #CSR>>, %a: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %b[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %c[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %a[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
