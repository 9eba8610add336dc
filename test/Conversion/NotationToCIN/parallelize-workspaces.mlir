// A workspace inside of a forall is each iteration's own; one around it is not.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(i,CPUThread,NoRaces)' | FileCheck %s
// CHECK: cin.forall "i" to %{{.*}} parallel(cpu_thread, no_races) {

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(k,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=PRODUCER
// PRODUCER: error: cannot parallelize 'k' with no_races: different iterations of 'k' may assign the same component of w

// A combiner that takes its values in an order.
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(m,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: cannot parallelize 'm': its combiner is not associative and commutative
func.func @kernel(%a: tensor<?x?xf64>, %y: tensor<?x?xf64>, %z: tensor<?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %r:2 = cin.kernel ins(%a) outs(%y, %z) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64>>, %zr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.multi {
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        cin.where "w" (%e) : tensor<?xf64> producer {
        ^bb0(%w: !cin.ref<tensor<?xf64>>):
          cin.forall "k" to %e {
          ^bb0(%k: !cin.index):
            cin.forall "j" to %e {
            ^bb0(%j: !cin.index):
              %0 = cin.access %ar[%k, %j] : !cin.ref<tensor<?x?xf64>>
              cin.assign %w[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
            }
          }
        } consumer {
        ^bb0(%w: !cin.ref<tensor<?xf64>>):
          cin.forall "c" to %e {
          ^bb0(%c: !cin.index):
            %0 = cin.access %w[%c] : !cin.ref<tensor<?xf64>>
            cin.assign %yr[%i, %c] = %0 : !cin.ref<tensor<?x?xf64>>
          }
        }
      }
    } and {
      cin.where "v" (%e) : tensor<?xf64> producer {
      ^bb0(%v: !cin.ref<tensor<?xf64>>):
        cin.forall "m" to %e {
        ^bb0(%m: !cin.index):
          %0 = cin.access %ar[%m, %m] : !cin.ref<tensor<?x?xf64>>
          cin.assign %v[%m] arith.subf %0 : !cin.ref<tensor<?xf64>>
        }
      } consumer {
      ^bb0(%v: !cin.ref<tensor<?xf64>>):
        cin.forall "o" to %e {
        ^bb0(%o: !cin.index):
          %0 = cin.access %v[%o] : !cin.ref<tensor<?xf64>>
          cin.assign %zr[%o] = %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?x?xf64>, tensor<?xf64>
}
