// A library of schedules with parameters, and what they are for.
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile(%forall: !op {transform.readonly}, %size: !transform.param<i64> {transform.readonly}, %copies: !transform.param<i64> {transform.readonly}) {
    %outer, %inner = transform.cin.split %forall into "i0", "i1" down %size
        : (!op, !transform.param<i64>) -> (!op, !op)
    transform.cin.unroll %inner by %copies : (!op, !transform.param<i64>) -> ()
    transform.yield
  }
  transform.named_sequence @is_j(%op: !op {transform.readonly}) -> !op {
    transform.match.cin.forall %op "j" : !op
    transform.yield %op : !op
  }
  transform.named_sequence @is_access(%op: !op {transform.readonly}) -> !op {
    transform.match.cin.access %op : !op
    transform.yield %op : !op
  }
  transform.named_sequence @merge(%forall: !op {transform.readonly}) {
    transform.cin.merge %forall by gallop : !op
    transform.yield
  }
  transform.named_sequence @mark(%access: !op {transform.readonly}) {
    transform.annotate %access "found" : !op
    transform.yield
  }
}
