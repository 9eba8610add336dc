// Iterations that combine into one component of a list append an entry each, and the
// entries are combined when they are sorted.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(k,CPUThread,NoRaces)' | FileCheck %s
// CHECK: cin.forall "k" to %{{.*}} parallel(cpu_thread, no_races) {

// What else is sparse has one place for a component.
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(l,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=TABLE
// TABLE: error: cannot parallelize 'l' with no_races: different iterations of 'l' may assign the same component of v

#List = #level.format<(i) -> (i : compressed(nonunique))>
#Table = #level.format<(i) -> (i : hashed)>
func.func @kernel(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r:2 = cin.kernel ins(%a) outs(%y, %z) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %zr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.multi {
      cin.where "w" (%e) : tensor<?xf64, #List> producer {
      ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
        cin.forall "k" to %e {
        ^bb0(%k: !cin.index):
          cin.forall "j" to %e {
          ^bb0(%j: !cin.index):
            %0 = cin.access %ar[%k, %j] : !cin.ref<tensor<?x?xf64>>
            cin.assign %w[%j] arith.addf %0 : !cin.ref<tensor<?xf64, #List>>
          }
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
        cin.forall "c" to %e {
        ^bb0(%c: !cin.index):
          %0 = cin.access %w[%c] : !cin.ref<tensor<?xf64, #List>>
          cin.assign %yr[%c] = %0 : !cin.ref<tensor<?xf64>>
        }
      }
    } and {
      cin.where "v" (%e) : tensor<?xf64, #Table> producer {
      ^bb0(%v: !cin.ref<tensor<?xf64, #Table>>):
        cin.forall "l" to %e {
        ^bb0(%l: !cin.index):
          cin.forall "m" to %e {
          ^bb0(%m: !cin.index):
            %0 = cin.access %ar[%l, %m] : !cin.ref<tensor<?x?xf64>>
            cin.assign %v[%m] arith.addf %0 : !cin.ref<tensor<?xf64, #Table>>
          }
        }
      } consumer {
      ^bb0(%v: !cin.ref<tensor<?xf64, #Table>>):
        cin.forall "d" to %e {
        ^bb0(%d: !cin.index):
          %0 = cin.access %v[%d] : !cin.ref<tensor<?xf64, #Table>>
          cin.assign %zr[%d] = %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}
