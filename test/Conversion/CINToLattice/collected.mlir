// RUN: weft-opt %s -convert-cin-to-lattice -canonicalize -cse | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(i0,CPUThread,NoRaces)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=SHARED

// Rows of a block row reach its blocks in any order. They are looked up in a table
// that serves one block row after the other, each of which is sorted when the next
// one begins, or the loop ends.

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG:   #[[$TABLE:.*]] = #level.format<(d0) -> (d0 : dense), fill = -1 : i64>
// CHECK-LABEL: func @convert
// CHECK:       %[[B:.*]] = level.init(%{{.*}}, %{{.*}}) : <tensor<?x?xf64
// CHECK:       %[[FIRST:.*]] = level.next %[[B]] level 1
// CHECK:       %[[T:.*]] = level.init(%c64) : <tensor<?xi64, #[[$TABLE]]>>
// CHECK:       %[[DONE:.*]]:4 = lattice.coiterate "i0" {{.*}} carry (%[[B]] : {{.*}}, %c0 : index, %[[FIRST]] : index, %[[T]] : {{.*}})
// CHECK:         ^bb0(%[[I0:.*]]: index, %[[S:.*]]: !level.builder{{.*}}, %[[PARENT:.*]]: index, %[[BEGIN:.*]]: index, %[[T0:.*]]: !level.builder{{.*}}):
// CHECK:           %[[ROW:.*]], %{{.*}} = level.locate %[[S]] level 0
// CHECK:           %[[NEXT:.*]] = level.next %[[S]] level 1
// CHECK:           %[[OTHER:.*]] = arith.cmpi ne, %[[ROW]], %[[PARENT]]
// CHECK:           %[[FROM:.*]] = arith.select %[[OTHER]], %[[NEXT]], %[[BEGIN]]
// CHECK:           scf.if %[[OTHER]]
// CHECK:             %[[SORTED:.*]] = level.sort_segment %[[S]] level 1 from %[[BEGIN]]
// CHECK:             level.append_children %[[SORTED]] level 1 under %[[PARENT]]
// CHECK:           %[[ROWS:.*]]:4 = lattice.coiterate "i1" {{.*}} carry (%{{.*}} : {{.*}}, %[[ROW]] : index, %[[FROM]] : index, %[[T0]] : {{.*}})
// CHECK-NOT:         level.init
// CHECK:             lattice.coiterate "j"
// CHECK:               %[[N:.*]], %[[T1:.*]], %[[Q:.*]] = level.collect_coord %{{.*}} level 1 coord %{{.*}} from %{{.*}} in %{{.*}}
// CHECK:               level.locate %[[N]] level 2 under %[[Q]]
// CHECK:           lattice.yield %[[ROWS]]#0, %[[ROWS]]#1, %[[ROWS]]#2, %[[ROWS]]#3
// CHECK:       %[[LAST:.*]] = level.next %[[DONE]]#0 level 1
// CHECK:       %[[ANY:.*]] = arith.cmpi ne, %[[LAST]], %[[DONE]]#2
// CHECK:       scf.if %[[ANY]]
// CHECK:         level.sort_segment %[[DONE]]#0 level 1 from %[[DONE]]#2
// CHECK:         level.append_children %{{.*}} level 1 under %[[DONE]]#1
// CHECK:       %[[FREED:.*]] = level.finalize %[[DONE]]#3
// CHECK:       level.release %[[FREED]]

// Threads have tables of their own, for one block row each.
// SHARED-LABEL: func @convert
// SHARED:       lattice.coiterate "i0" {{.*}} parallel(static) partitions(0)
// SHARED:         %[[ROW:.*]], %{{.*}} = level.locate %[[S:.*]] level 0
// SHARED:         %[[BEGIN:.*]] = level.next %[[S]] level 1
// SHARED:         %[[T:.*]] = level.init(%c64)
// SHARED:         %[[DONE:.*]]:4 = lattice.coiterate "i1" {{.*}} carry (%[[S]] : {{.*}}, %[[ROW]] : index, %[[BEGIN]] : index, %[[T]] : {{.*}})
// SHARED:         level.sort_segment %[[DONE]]#0 level 1 from %[[DONE]]#2
// SHARED:         level.append_children %{{.*}} level 1 under %[[DONE]]#1 count %{{[0-9]+}} : <
// SHARED:         level.release
func.func @convert(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #BCSR>, %m: index, %n: index, %m0: index, %c2: index) -> tensor<?x?xf64, #BCSR> {
  %r = cin.kernel ins(%A) outs(%B) extents(%m, %n, %m0, %c2) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %b: !cin.ref<tensor<?x?xf64, #BCSR>>, %em: index, %en: index, %em0: index, %e2: index):
    cin.forall "i0" to %em0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e2 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 2 of %em
        cin.guard %i
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %v = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %b[%i, %j] = %v : !cin.ref<tensor<?x?xf64, #BCSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #BCSR>) -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}
